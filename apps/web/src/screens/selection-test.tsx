import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { DeviceLampTest, testedOf } from './device-lamp-test.tsx';

type SelectionTestProps = { ticked: ReadonlySet<number>; devices: readonly DeviceStatusRecord[] };

/** The lamp test of the signals that are selected. */
export function SelectionTest({ ticked, devices }: SelectionTestProps) {
  const chosen = devices.filter(({ id }) => ticked.has(id)).map(testedOf);
  return <DeviceLampTest devices={chosen} variant="link" />;
}
