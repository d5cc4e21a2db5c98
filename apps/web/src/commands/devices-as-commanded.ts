import type { Delivery } from '@semaforo/contract/api/commands';
import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { isUnderWay } from '@semaforo/contract/domain/delivery-state';
import type { WholeCommand } from '../api/last-command.ts';

/**
 * The devices, waiting for exactly what the command still waits for: the strip and whatever counts devices then speak
 * of one state, though the two are told by different events. An unchanged device keeps its record.
 */
export function devicesAsCommanded(
  devices: readonly DeviceStatusRecord[],
  command: WholeCommand | null,
): readonly DeviceStatusRecord[] {
  if (command === null) return devices;
  const byDevice = deliveriesOf(command);
  let agreeing: DeviceStatusRecord[] | undefined;
  for (const [index, record] of devices.entries()) {
    const delivery = byDevice.get(record.id);
    const pending = delivery === undefined ? record.pending : pendingAsCommanded(record, delivery);
    if (pending === record.pending) continue;
    agreeing ??= devices.slice();
    agreeing[index] = { ...record, pending, out_of_sync: pending === null && record.out_of_sync };
  }
  return agreeing ?? devices;
}

function pendingAsCommanded({ pending }: DeviceStatusRecord, { state, value }: Delivery) {
  if (isUnderWay(state)) return value;
  return pending === value ? null : pending;
}

const known = new WeakMap<WholeCommand, ReadonlyMap<number | null, Delivery>>();

/** The deliveries of a command by device; kept, since devices report many times while a command stays the same. */
function deliveriesOf(command: WholeCommand): ReadonlyMap<number | null, Delivery> {
  const byDevice =
    known.get(command) ?? new Map(command.deliveries.map((delivery) => [delivery.deviceId, delivery]));
  known.set(command, byDevice);
  return byDevice;
}
