import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import type { DeviceType } from '@semaforo/contract/domain/channels';
import { byItalianOrder } from '@semaforo/contract/domain/italian-order';
import { labelOf } from '@semaforo/contract/domain/label';

/** The devices of one type by name, those without a name last. The place of a device never depends on its state. */
export function devicesOfType(
  devices: readonly DeviceStatusRecord[],
  type: DeviceType,
): DeviceStatusRecord[] {
  return devices
    .filter((device) => device.device_type === type)
    .sort(
      (a, b) =>
        Number(a.device_name === null) - Number(b.device_name === null) ||
        byItalianOrder(labelOf(a), labelOf(b)),
    );
}
