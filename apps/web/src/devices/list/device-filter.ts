import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { LOCALE } from '@semaforo/contract/domain/rome-time';
import type { SignalStatus } from '@semaforo/contract/domain/signal-color';
import { type ShownState, shownStateOf } from '../../lamps/shown-state.ts';

export const DEVICE_FILTERS = ['all', 'error', 'outOfSync', 'pending', 'stale', 'silent', 'noData'] as const;

/**
 * Which devices are shown: all, or those in error, different from their command, waiting for one, known only from
 * before, silent, never heard. A device in error may differ and wait, too.
 */
export type DeviceFilter = (typeof DEVICE_FILTERS)[number];

const PASSES: Record<Exclude<DeviceFilter, 'all'>, (state: ShownState) => boolean> = {
  error: ({ kind }) => kind === 'error',
  outOfSync: ({ outOfSync }) => outOfSync,
  pending: ({ requested }) => requested !== null,
  stale: ({ kind }) => kind === 'stale',
  silent: ({ kind }) => kind === 'silent',
  noData: ({ kind, shown }) => kind !== 'error' && shown === null,
};

/** The devices that pass a filter, in the given order; as many as the overview counts. */
export function passing(
  devices: readonly DeviceStatusRecord[],
  filter: DeviceFilter,
  linkUp: boolean,
): readonly DeviceStatusRecord[] {
  if (filter === 'all') return devices;
  return devices.filter((device) => PASSES[filter](shownStateOf(device, linkUp)));
}

/** Those that show a color, as far as is known; all of them for null. */
export function showingColor(
  devices: readonly DeviceStatusRecord[],
  color: SignalStatus | null,
  linkUp: boolean,
): readonly DeviceStatusRecord[] {
  return color === null ? devices : devices.filter((one) => shownStateOf(one, linkUp).shown === color);
}

/** No search is offered up to this number of devices. */
export const SEARCH_ABOVE = 20;

/** The devices whose name or topic contains the text, in any case; all devices for a blank text. */
export function findDevices(
  devices: readonly DeviceStatusRecord[],
  text: string,
): readonly DeviceStatusRecord[] {
  const wanted = text.trim().toLocaleLowerCase(LOCALE);
  if (wanted === '') return devices;
  return devices.filter(({ device_name, topic }) =>
    `${device_name ?? ''}\n${topic}`.toLocaleLowerCase(LOCALE).includes(wanted),
  );
}
