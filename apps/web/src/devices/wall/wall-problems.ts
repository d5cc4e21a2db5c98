import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { problemsAmong } from '../problems/problems.ts';

/** The problems of a wall, the newest first: those since when is known by that, others by their last word. */
export function newestProblems(
  devices: readonly DeviceStatusRecord[],
  linkUp: boolean,
): readonly DeviceStatusRecord[] {
  return problemsAmong(devices, linkUp).toSorted((one, other) => wordOf(other) - wordOf(one));
}

/**
 * Since when a problem is there (epoch ms): since the error began, else since it was asked, else since the last report;
 * 0 for a device that never spoke.
 */
export function wordOf({ error_since, out_of_sync, desired, updated_at }: DeviceStatusRecord): number {
  if (error_since !== null) return Date.parse(error_since);
  const at = out_of_sync && desired !== null ? desired.since : updated_at;
  return at === null ? 0 : Date.parse(at);
}
