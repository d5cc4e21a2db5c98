import { counted } from '@semaforo/contract/domain/italian';
import { CountBadge } from '../ui/count-badge.tsx';
import { useAlarms } from './alarms.queries.ts';

/** How many alarms are not resolved; nothing for none. */
export function AlarmBadge() {
  const { alarms } = useAlarms();
  const count = alarms.filter(({ state }) => state === 'aperto' || state === 'preso in carico').length;
  return <CountBadge count={count} words={counted(count, ['allarme da seguire', 'allarmi da seguire'])} />;
}
