import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { type Condition, conditionOf, isUnconfirmed } from '@semaforo/contract/domain/condition';
import { litLamps } from '@semaforo/contract/domain/lamps';
import { lanternStateOf } from '@semaforo/contract/domain/lantern-state';
import { lampsOf, shownOf } from './record-lamps.ts';

/** What counts, filters, cards and the map all go by, so that they always agree. */
export type ShownState = {
  kind: Condition | 'spento';
  /** What the lamps show by their last words; null when the device never spoke of any. */
  shown: DeviceStatus | null;
  /** True when that was said since the server last joined the broker. */
  fresh: boolean;
  /** The commanded status that is not confirmed yet; of a device in error too. */
  requested: DeviceStatus | null;
  /** It reports something else than is desired, and no command is under way (docs/rules.md#desired-and-reported). */
  outOfSync: boolean;
  /** People work on it: nothing of it is a problem, nothing that it shows is confirmed (docs/rules.md#maintenance). */
  maintenance: boolean;
};

/** The part of a device's record that says what it shows. */
type DeviceState = Pick<
  DeviceStatusRecord,
  'device_type' | 'lamps' | 'error' | 'stale' | 'silent_since' | 'pending' | 'out_of_sync' | 'maintenance'
>;

/** With the link down (socket or broker) all that a device said is only the last known. */
export function shownStateOf(device: DeviceState, linkUp: boolean): ShownState {
  const { pending } = device;
  const maintenance = device.maintenance !== null;
  const last = shownOf(device.lamps);
  const shown = statusOf(device, last.shown);
  const fresh = last.fresh && !device.stale && linkUp && !(maintenance && isCutOff(device));
  const error = device.error && !maintenance;
  const silent = device.silent_since !== null && !maintenance;
  const outOfSync = device.out_of_sync && !maintenance;
  const condition = conditionOf({ status: shown, error, stale: !fresh, silent, pending, outOfSync }, linkUp);
  const kind = condition === 'ok' && shown === 'spento' ? 'spento' : condition;
  return { kind, shown, fresh, requested: statusOf(device, pending), outOfSync, maintenance };
}

/** Silent, or in an error other than that it says of several lamps that they are lit. */
function isCutOff(device: DeviceState): boolean {
  return device.silent_since !== null || (device.error && litLamps(lampsOf(device)).length <= 1);
}

/** The status that a device shows and is counted with because it says so now; null for none. */
export function confirmedStatusOf({ kind, shown }: ShownState): DeviceStatus | null {
  return isUnconfirmed(kind) ? null : shown;
}

/** Commands to lanterns may be stored as colors. */
export function statusOf(
  { device_type }: Pick<DeviceState, 'device_type'>,
  status: DeviceStatus | null,
): DeviceStatus | null {
  return device_type === 'lanterna' ? lanternStateOf(status) : status;
}
