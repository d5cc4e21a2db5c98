import { lanternStateOf } from '@semaforo/contract/domain/lantern-state';
import { isTrial } from '@semaforo/contract/domain/simulated';
import { ColorTag } from '../../lamps/color-tag.tsx';
import { MaintenanceTag } from '../../ui/maintenance-tag.tsx';
import { Pill } from '../../ui/pill.tsx';
import { TestTag } from '../../ui/test-tag.tsx';
import { isLastKnown, type MeasuredDevice } from './rows-by-owner.ts';

/**
 * Solid for a state that the device confirmed while the link is up; hatched for a state that is only the last known
 * one.
 */
export function DeviceStatusTag({ device, linkUp }: { device: MeasuredDevice; linkUp: boolean }) {
  if (device.status === null) return device.maintenance ? <MaintenanceTag /> : '-';
  const shown = device.type === 'lanterna' ? lanternStateOf(device.status) : device.status;
  const lastKnown = isLastKnown(device, linkUp);
  return (
    <>
      {isTrial(device) && <TestTag />}
      {device.maintenance && <MaintenanceTag />}
      {(device.lit.length > 1 ? device.lit : [shown]).map((status) => (
        <ColorTag key={status} status={status} as={lastKnown ? 'hatched' : 'solid'} small />
      ))}
      {device.outOfSync && <Pill kind="unequal">Diverso</Pill>}
    </>
  );
}
