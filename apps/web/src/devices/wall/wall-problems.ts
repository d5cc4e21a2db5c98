import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { problemsAmong } from '../problems/problems.ts';

/** The problems of a wall, those with the newest word first: the hour of what was asked, or of the last report. */
export function newestProblems(
  devices: readonly DeviceStatusRecord[],
  linkUp: boolean,
): readonly DeviceStatusRecord[] {
  return problemsAmong(devices, linkUp).toSorted((one, other) => wordOf(other) - wordOf(one));
}

/** When there was last a word of a problem (epoch ms); 0 for a device that never spoke. */
export function wordOf({ differs, asked, updated_at }: DeviceStatusRecord): number {
  const at = differs && asked !== null ? asked.at : updated_at;
  return at === null ? 0 : Date.parse(at);
}
