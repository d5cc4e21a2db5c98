import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { LOCALE } from '@semaforo/contract/domain/rome-time';
import { viewKindOf } from '../../lamps/view-state.ts';

export const DEVICE_FILTERS = ['all', 'error', 'unconfirmed'] as const;

/** Which devices are shown: all, those in error, or those without a confirmed state for another reason. */
export type DeviceFilter = (typeof DEVICE_FILTERS)[number];

/** The devices of each filter, in the given order. */
export function groupByFilter(
  devices: readonly DeviceStatusRecord[],
  linkUp: boolean,
): Record<DeviceFilter, readonly DeviceStatusRecord[]> {
  const error: DeviceStatusRecord[] = [];
  const unconfirmed: DeviceStatusRecord[] = [];
  for (const device of devices) {
    const kind = viewKindOf(device, linkUp);
    if (kind === 'error') error.push(device);
    else if (kind !== 'confirmed' && kind !== 'spento') unconfirmed.push(device);
  }
  return { all: devices, error, unconfirmed };
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
