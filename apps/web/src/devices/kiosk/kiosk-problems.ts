import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { shownStateOf } from '../../lamps/shown-state.ts';
import { problemsAmong } from '../problems/problems.ts';

/** So long after the link is back its devices may take to speak: some say something once a minute. */
export const REPORTS_WITHIN_MS = 90_000;

/**
 * The problems of a wall, the newest first: those since when is known by that, others by their last word. `staleToo`:
 * devices that are still not up to date are among them.
 */
export function newestProblems(
  devices: readonly DeviceStatusRecord[],
  { linkUp, staleToo }: { linkUp: boolean; staleToo: boolean },
): readonly DeviceStatusRecord[] {
  const wrong = new Set(problemsAmong(devices, linkUp));
  const isStale = (device: DeviceStatusRecord) => {
    const { kind, maintenance } = shownStateOf(device, linkUp);
    return kind === 'stale' && !maintenance;
  };
  return devices
    .filter((device) => wrong.has(device) || (staleToo && isStale(device)))
    .toSorted((one, other) => wordOf(other) - wordOf(one));
}

/** The problems for which a wall sounds: a silent device does once that is an error. */
export function soundingProblems(
  devices: readonly DeviceStatusRecord[],
  linkUp: boolean,
): readonly DeviceStatusRecord[] {
  return problemsAmong(devices, linkUp).filter(
    (device) => device.out_of_sync || shownStateOf(device, linkUp).kind !== 'silent',
  );
}

/**
 * Since when a problem is there (epoch ms): since the error began, it was asked, it is silent, in that order, else
 * since the last report; 0 for a device that never spoke.
 */
export function wordOf(device: DeviceStatusRecord): number {
  const { error_since, out_of_sync, desired, silent_since, updated_at } = device;
  if (error_since !== null) return Date.parse(error_since);
  const at = out_of_sync && desired !== null ? desired.since : (silent_since ?? updated_at);
  return at === null ? 0 : Date.parse(at);
}
