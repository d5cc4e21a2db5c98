import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { type ShownState, shownStateOf } from '../../lamps/shown-state.ts';

/** True when someone has to look at the device: it is in error, silent, or shows something else. */
export function isProblem({ kind, outOfSync }: ShownState): boolean {
  return kind === 'error' || kind === 'silent' || outOfSync;
}

/** The devices that someone has to look at, in the given order. */
export function problemsAmong(
  devices: readonly DeviceStatusRecord[],
  linkUp: boolean,
): readonly DeviceStatusRecord[] {
  return devices.filter((device) => isProblem(shownStateOf(device, linkUp)));
}
