import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { type Condition, conditionOf, isUnconfirmed } from '@semaforo/contract/domain/condition';
import { lanternStateOf } from '@semaforo/contract/domain/lantern-state';
import { shownOf } from './record-lamps.ts';

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
};

/** The part of a device's record that says what it shows. */
type DeviceState = Pick<
  DeviceStatusRecord,
  'device_type' | 'lamps' | 'error' | 'stale' | 'silent_since' | 'pending' | 'out_of_sync'
>;

/** With the link down (socket or broker) all that a device said is only the last known. */
export function shownStateOf(device: DeviceState, linkUp: boolean): ShownState {
  const { error, pending, out_of_sync: outOfSync } = device;
  const said = shownOf(device.lamps);
  const shown = statusOf(device, said.shown);
  const fresh = said.fresh && !device.stale && linkUp;
  const silent = device.silent_since !== null;
  const condition = conditionOf({ status: shown, error, stale: !fresh, silent, pending, outOfSync }, linkUp);
  const kind = condition === 'ok' && shown === 'spento' ? 'spento' : condition;
  return { kind, shown, fresh, requested: statusOf(device, pending), outOfSync };
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
