import type { Setting } from '@semaforo/contract/api/settings';
import { DEFAULT_CENTRE } from './map-constants.ts';

const LATITUDE_KEY = 'map_center_lat';
const LONGITUDE_KEY = 'map_center_lng';

/** Degrees, as WGS 84. */
export type Centre = { latitude: number; longitude: number };

/** The saved centre, or the default one unless both saved values are coordinates. */
export function centreOf(settings: readonly Setting[]): Centre {
  const latitude = coordinate(settings, LATITUDE_KEY);
  const longitude = coordinate(settings, LONGITUDE_KEY);
  const valid = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return valid ? { latitude, longitude } : DEFAULT_CENTRE;
}

/** The settings that save a centre. */
export function settingsOf({ latitude, longitude }: Centre): Record<string, string> {
  return { [LATITUDE_KEY]: String(latitude), [LONGITUDE_KEY]: String(longitude) };
}

function coordinate(settings: readonly Setting[], key: string): number {
  const text = settings.find((setting) => setting.key === key)?.value.trim() ?? '';
  return text === '' ? Number.NaN : Number(text);
}
