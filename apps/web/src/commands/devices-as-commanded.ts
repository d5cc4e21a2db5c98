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
  const byDevice = new Map(command.deliveries.map((delivery) => [delivery.deviceId, delivery]));
  const agreeing = devices.map((record) => {
    const delivery = byDevice.get(record.id);
    if (delivery === undefined) return record;
    const pending = isUnderWay(delivery.state)
      ? delivery.value
      : record.pending === delivery.value
        ? null
        : record.pending;
    if (pending === record.pending) return record;
    return { ...record, pending, differs: pending === null && record.differs };
  });
  return agreeing.some((record, index) => record !== devices[index]) ? agreeing : devices;
}
