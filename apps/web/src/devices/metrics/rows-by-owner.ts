import type { DeviceStatusRecord, ManagedDevice } from '@semaforo/contract/api/devices';
import { byItalianOrder } from '@semaforo/contract/domain/italian-order';
import { labelOf } from '@semaforo/contract/domain/label';
import { NO_OWNER } from '../management/owner.ts';

/** A device with its metrics as last read and its state as last heard live. */
export type MeasuredDevice = ManagedDevice & Pick<DeviceStatusRecord, 'stale' | 'pending'>;

/** A row of the table: the owner of the devices that follow (null: without owner), or a device. */
export type MetricsRow = { owner: string | null } | { device: MeasuredDevice };

/** The device with the state that live events keep; without one (not read yet, just created) what was read with it is only the last known. */
export function withLiveState(device: ManagedDevice, live: DeviceStatusRecord | undefined): MeasuredDevice {
  if (live === undefined) return { ...device, stale: true, pending: null };
  const { status, error, error_reason, stale, pending } = live;
  return { ...device, status, error, error_reason, stale, pending, status_updated_at: live.updated_at };
}

/** Answers as `withLiveState`, but with the same object while neither part of it changed: of thousands a few speak at a time. */
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

/** The devices under a row per owner (those without one last). Within an owner devices in error come first, then the given order stands. */
export function metricsRows(devices: readonly MeasuredDevice[]): MetricsRow[] {
  const groups = new Map<string | null, { failing: MetricsRow[]; well: MetricsRow[] }>();
  for (const device of devices) {
    const group = groups.get(device.username) ?? { failing: [], well: [] };
    groups.set(device.username, group);
    (device.error ? group.failing : group.well).push({ device });
  }
  return [...groups]
    .sort(([a], [b]) => byOwner(a, b))
    .flatMap(([owner, { failing, well }]) => [{ owner }, ...failing, ...well]);
}

function byOwner(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return byItalianOrder(a, b);
}

/** What failing devices are called, in the given order. */
export function failingLabels(devices: readonly MeasuredDevice[]): string[] {
  return devices.filter(({ error }) => error).map(labelOf);
}

/** What the row of an owner says. */
export function ownerLabel(owner: string | null): string {
  return owner ?? NO_OWNER;
}
