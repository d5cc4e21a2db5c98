import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { LOCALE } from '@semaforo/contract/domain/rome-time';
import { viewKindOf } from '../../lamps/view-state.ts';

export const DEVICE_FILTERS = ['all', 'error', 'unconfirmed'] as const;

/** Which devices are looked at: all, those in error, or those that show no confirmed state for any other reason. */
export type DeviceFilter = (typeof DEVICE_FILTERS)[number];

/** Each device under the filters it belongs to, in the given order. */
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

/** Fewer devices than these are found at a glance: no search is offered. */
export const SEARCH_ABOVE = 20;

/** The devices whose name or topic contains the text, in any case; all of them for a blank text. */
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
