import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { labelOf } from '@semaforo/contract/domain/label';
import { StartLampTest } from '../commands/lamptest/start-lamp-test.tsx';

type SelectionTestProps = {
  ticked: ReadonlySet<number>;
  devices: readonly DeviceStatusRecord[];
  disabled: boolean;
};

/** The lamp test of the signals that are selected. */
export function SelectionTest({ ticked, devices, disabled }: SelectionTestProps) {
  const chosen = devices
    .filter(({ id }) => ticked.has(id))
    .map((device) => ({ id: device.id, name: labelOf({ name: device.device_name, topic: device.topic }) }));
  return <StartLampTest type="semaforo" devices={chosen} disabled={disabled} variant="link" />;
}
