import type { AuditSummary } from '@semaforo/contract/api/audit';
import { formatTimeOfDay } from '../platform/date-format.ts';
import { Pill } from '../ui/pill.tsx';

/** What the server's last check of the seals found, and when. */
export function ChainPill({ chain }: { chain: AuditSummary['chain'] }) {
  if (chain.fault !== null) {
    return (
      <Pill kind="err" icon="alert">
        Registro manomesso: {chain.fault}
      </Pill>
    );
  }
  if (chain.checked_at === null) return <Pill kind="unknown">Catena non ancora controllata</Pill>;
  return (
    <Pill kind="ok" icon="shield">
      Catena intatta, {formatTimeOfDay(chain.checked_at).slice(0, 5)}
    </Pill>
  );
}
