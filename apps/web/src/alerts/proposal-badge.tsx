import { counted } from '@semaforo/contract/domain/italian';
import { CountBadge } from '../ui/count-badge.tsx';
import { useAlerts } from './alerts.queries.ts';

/** How many alerts wait for a person to confirm or reject them; nothing for none. */
export function ProposalBadge() {
  const count = useAlerts().alerts.filter(({ state }) => state === 'proposta').length;
  return (
    <CountBadge count={count} words={counted(count, ['proposta da decidere', 'proposte da decidere'])} />
  );
}
