import type { Setting } from '@semaforo/contract/api/settings';
import { MAP_CENTRE_SETTINGS } from '@semaforo/contract/domain/known-settings';
import { DEFAULT_CENTRE } from './map-constants.ts';

/** Degrees, as WGS 84. */
export type Centre = { latitude: number; longitude: number };

/** The saved centre, or the default one unless both saved values are coordinates. */
export function centreOf(settings: readonly Setting[]): Centre {
  const latitude = coordinate(settings, MAP_CENTRE_SETTINGS.latitude);
  const longitude = coordinate(settings, MAP_CENTRE_SETTINGS.longitude);
  const valid = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return valid ? { latitude, longitude } : DEFAULT_CENTRE;
}

/** The settings that save a centre. */
export function settingsOf({ latitude, longitude }: Centre): Record<string, string> {
  return {
    [MAP_CENTRE_SETTINGS.latitude]: String(latitude),
    [MAP_CENTRE_SETTINGS.longitude]: String(longitude),
  };
}

function coordinate(settings: readonly Setting[], key: string): number {
  const text = settings.find((setting) => setting.key === key)?.value.trim() ?? '';
  return text === '' ? Number.NaN : Number(text);
}
