import { SilentFor } from '../../lamps/silent-for.tsx';
import { Pill } from '../../ui/pill.tsx';
import type { MeasuredDevice } from './rows-by-owner.ts';

/** Whether a device is well. Of one that never spoke of a lamp nobody knows; one that shows another color is not. */
export function HealthPill({
  device: { error, status, outOfSync, maintenance, silent_since: silentSince },
}: {
  device: Pick<MeasuredDevice, 'error' | 'status' | 'outOfSync' | 'maintenance' | 'silent_since'>;
}) {
  if (maintenance) return <Pill kind="off">In manutenzione</Pill>;
  if (error) return <Pill kind="err">Errore</Pill>;
  if (outOfSync) return <Pill kind="unequal">Diverso</Pill>;
  if (silentSince !== null) {
    return (
      <Pill kind="stale">
        <SilentFor since={silentSince} />
      </Pill>
    );
  }
  return status === null ? <Pill kind="unknown">Mai sentito</Pill> : <Pill kind="ok">OK</Pill>;
}
