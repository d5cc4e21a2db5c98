import { Pill } from '../../ui/pill.tsx';
import type { MeasuredDevice } from './rows-by-owner.ts';

/** Whether a device is well. Of one that never spoke of a lamp nobody knows. */
export function HealthPill({
  device: { error, status },
}: {
  device: Pick<MeasuredDevice, 'error' | 'status'>;
}) {
  if (error) return <Pill kind="err">Errore</Pill>;
  return status === null ? <Pill kind="unknown">Mai sentito</Pill> : <Pill kind="ok">OK</Pill>;
}
