import type { DeviceStatusRecord, ManagedDevice } from '@semaforo/contract/api/devices';
import { conditionOf, isUnconfirmed } from '@semaforo/contract/domain/condition';
import { byItalianOrder } from '@semaforo/contract/domain/italian-order';
import { labelOf } from '@semaforo/contract/domain/label';
import { type LampColor, litLamps } from '@semaforo/contract/domain/lamps';
import { lampsOf } from '../../lamps/record-lamps.ts';
import { shownStateOf } from '../../lamps/shown-state.ts';
import { NO_OWNER } from '../management/owner.ts';

/**
 * A device with the metrics of the last reading and its live state. `lit`: the lamps whose last word is `1`. In
 * maintenance it is neither in error nor out of sync, and in place of an error only the last known state is.
 */
export type MeasuredDevice = ManagedDevice &
  Pick<DeviceStatusRecord, 'stale' | 'silent_since' | 'pending' | 'testing'> & {
    outOfSync: boolean;
    maintenance: boolean;
    lit: readonly LampColor[];
  };

/** Whether what it shows is only the last known state; several lit lamps that it reports now are not. */
export function isLastKnown(device: MeasuredDevice, linkUp: boolean): boolean {
  const silent = device.silent_since !== null;
  const condition = conditionOf({ ...device, silent }, linkUp);
  const severalNow = linkUp && !device.stale && !silent && device.lit.length > 1;
  return isUnconfirmed(condition) && !(condition === 'error' && severalNow);
}

/** A row of the table: the owner of the devices that follow (null: without owner), or a device. */
export type MetricsRow = { owner: string | null } | { device: MeasuredDevice };

/**
 * The device with its live state. Without one (not read yet, or just created) the state read with the metrics counts as
 * stale.
 */
export function withLiveState(device: ManagedDevice, live: DeviceStatusRecord | undefined): MeasuredDevice {
  if (live === undefined) {
    const unknown = { stale: true, silent_since: null, pending: null, outOfSync: false, testing: false };
    return { ...device, ...unknown, maintenance: false, lit: [] };
  }
  const { error_reason, pending, testing, silent_since, updated_at } = live;
  const { shown, fresh, outOfSync, maintenance } = shownStateOf(live, true);
  const error = live.error && !maintenance;
  const lit = litLamps(lampsOf(live));
  const seen = { outOfSync, testing, maintenance, lit };
  const state = { status: shown, error, error_reason, stale: !fresh, silent_since, pending, ...seen };
  return { ...device, ...state, status_updated_at: updated_at };
}

/**
 * Like `withLiveState`, but returns the same object while neither part has changed: of thousands of devices only a few
 * change at a time.
 */
export function createWithLiveState(): typeof withLiveState {
  const known = new WeakMap<
    ManagedDevice,
    { live: DeviceStatusRecord | undefined; measured: MeasuredDevice }
  >();
  return (device, live) => {
    const former = known.get(device);
    if (former !== undefined && former.live === live) return former.measured;
    const measured = withLiveState(device, live);
    known.set(device, { live, measured });
    return measured;
  };
}

/**
 * The devices grouped by owner, those without owner last. In each group devices in error come first, unless
 * `inOrder`; otherwise the given order stays.
 */
export function metricsRows(devices: readonly MeasuredDevice[], inOrder = false): MetricsRow[] {
  const groups = new Map<string | null, { failing: MetricsRow[]; well: MetricsRow[] }>();
  for (const device of devices) {
    const group = groups.get(device.username) ?? { failing: [], well: [] };
    groups.set(device.username, group);
    (device.error && !inOrder ? group.failing : group.well).push({ device });
  }
  return [...groups]
    .sort(([a], [b]) => byOwner(a, b))
    .flatMap(([owner, { failing, well }]) => [{ owner }, ...failing, ...well]);
}

function byOwner(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return byItalianOrder(a, b);
}

/** The labels of the devices in error, in the given order. */
export function failingLabels(devices: readonly MeasuredDevice[]): string[] {
  return devices.filter(({ error }) => error).map(labelOf);
}

/** The label of an owner's row. */
export function ownerLabel(owner: string | null): string {
  return owner ?? NO_OWNER;
}
