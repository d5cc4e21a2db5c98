import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import type { DeviceType } from '@semaforo/contract/domain/channels';
import type { DeviceStatuses } from '../api/device-statuses.ts';
import { devicesOfType } from './device-lists.ts';

/** Lists the devices of one type by name, as `devicesOfType` does, but sorts only when one came, went or was renamed: live messages come many times a second. */
export function createDeviceOrder(type: DeviceType): (statuses: DeviceStatuses) => DeviceStatusRecord[] {
  let ordered: DeviceStatusRecord[] = [];
  return (statuses) => {
    ordered = inSameOrder(ordered, statuses, type) ?? devicesOfType(statuses, type);
    return ordered;
  };
}

function inSameOrder(
  ordered: readonly DeviceStatusRecord[],
  statuses: DeviceStatuses,
  type: DeviceType,
): DeviceStatusRecord[] | undefined {
  const current: DeviceStatusRecord[] = [];
  for (const { topic, device_name } of ordered) {
    const device = statuses.get(topic);
    if (device?.device_type !== type || device.device_name !== device_name) return undefined;
    current.push(device);
  }
  let count = 0;
  for (const device of statuses.values()) if (device.device_type === type) count += 1;
  return count === current.length ? current : undefined;
}
