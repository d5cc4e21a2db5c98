import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { shownStateOf } from '../../lamps/shown-state.ts';

/** The devices that someone has to look at, in the given order: in error, silent, or showing something else. */
export function problemsAmong(
  devices: readonly DeviceStatusRecord[],
  linkUp: boolean,
): readonly DeviceStatusRecord[] {
  return devices.filter((device) => {
    const { kind, outOfSync } = shownStateOf(device, linkUp);
    return kind === 'error' || kind === 'silent' || outOfSync;
  });
}
