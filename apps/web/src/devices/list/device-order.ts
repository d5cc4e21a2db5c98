import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import type { LampDeviceType } from '@semaforo/contract/domain/channels';
import { byItalianOrder } from '@semaforo/contract/domain/italian-order';
import { labelOf } from '@semaforo/contract/domain/label';
import { changedDevices, type DeviceStatuses, findDevice, listDevices } from '../../api/device-snapshot.ts';

/**
 * Lists the devices of one type by name, like `devicesOfType`. It sorts only when a device came, went or was renamed;
 * otherwise it handles only the changed devices, because live messages come many times a second. Returns the same list
 * when none of its devices changed.
 */
export function createDeviceOrder(type: LampDeviceType): (statuses: DeviceStatuses) => DeviceStatusRecord[] {
  let seen: DeviceStatuses | undefined;
  let ordered: DeviceStatusRecord[] = [];
  let places: ReadonlyMap<string, number> = new Map();

  function sorted(statuses: DeviceStatuses): DeviceStatusRecord[] {
    const devices = devicesOfType(listDevices(statuses), type);
    places = new Map(devices.map(({ topic }, place) => [topic, place]));
    return devices;
  }

  function withChanges(changed: readonly DeviceStatusRecord[]): DeviceStatusRecord[] | undefined {
    const own = changed.filter(({ topic, device_type }) => device_type === type || places.has(topic));
    if (own.length === 0) return ordered;
    const next = [...ordered];
    for (const device of own) {
      const place = places.get(device.topic);
      if (place === undefined || !keepsPlace(ordered[place], device)) return undefined;
      next[place] = device;
    }
    return next;
  }

  return (statuses) => {
    const changed = seen && changedDevices(seen, statuses);
    const inPlace = changed ? withChanges(changed) : readAgain(ordered, statuses, type);
    ordered = inPlace ?? sorted(statuses);
    seen = statuses;
    return ordered;
  };
}

function keepsPlace(former: DeviceStatusRecord | undefined, device: DeviceStatusRecord): boolean {
  return former?.device_type === device.device_type && former.device_name === device.device_name;
}

/** The same devices with the records of another reading; undefined when the devices are not the same. */
function readAgain(
  ordered: readonly DeviceStatusRecord[],
  statuses: DeviceStatuses,
  type: LampDeviceType,
): DeviceStatusRecord[] | undefined {
  const current: DeviceStatusRecord[] = [];
  for (const former of ordered) {
    const device = findDevice(statuses, former.topic);
    if (device === undefined || !keepsPlace(former, device)) return undefined;
    current.push(device);
  }
  const count = listDevices(statuses).filter(({ device_type }) => device_type === type).length;
  return count === current.length ? current : undefined;
}

/** The devices of one type by name, those without a name last. The place of a device never depends on its state. */
function devicesOfType(devices: readonly DeviceStatusRecord[], type: LampDeviceType): DeviceStatusRecord[] {
  return devices
    .filter((device) => device.device_type === type)
    .sort(
      (a, b) =>
        Number(a.device_name === null) - Number(b.device_name === null) ||
        byItalianOrder(labelOf(a), labelOf(b)),
    );
}
