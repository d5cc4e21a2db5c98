import { wasDone } from '@semaforo/contract/domain/alert-rules';
import { type News, seenBy } from '../notifications/notification.ts';
import { conditionOf, type StoredAlert } from './stored-alert.ts';

/** What is notified of an alert as it is now: chats of what became of it, browsers of what waits for a person. */
export function newsOfAlert(alert: StoredAlert, now: number): News[] {
  const { id, decision, color, drill, from, to, reason } = alert;
  const ownerId = alert.owner?.id ?? null;
  const author = alert.author?.username ?? null;
  const { state, awaits } = conditionOf(alert, now);
  const span = { color, drill, from, to, reason };
  const news: News[] = [];
  const step = stepOf(alert, { state, awaits });
  if (step !== undefined) {
    const facts = seenBy(ownerId, { ...span, state, awaits, author, isDecided: decision !== 'proposta' });
    news.push({ audience: { to: 'chats' }, key: `alert:${id}:${step}`, kind: 'alert', facts });
  }
  const needsTwo = awaits === 'seconda persona';
  if (state === 'proposta' || needsTwo) {
    // Of the proposals of all Comuni an admin would get thousands. What waits for a second person is for everyone who
    // sees it but the first.
    const withAdmins = needsTwo || ownerId === null;
    const not = needsTwo ? (alert.author?.id ?? null) : null;
    news.push({
      audience: { to: 'browsers', ownerIds: [ownerId], withAdmins, not },
      key: `alert:${id}:${needsTwo ? 'second' : 'proposed'}`,
      ...{ kind: 'alert-to-decide', facts: { ...span, needsTwo }, expiresAt: Math.max(to, now) },
    });
  }
  return news;
}

/** What of an alert is notified once; a beginning that is tried again is notified again. Undefined: nothing. */
function stepOf(
  { begin, author }: StoredAlert,
  { state, awaits }: ReturnType<typeof conditionOf>,
): string | undefined {
  const beginId = begin?.id ?? null;
  if (awaits === 'inizio') return `missed:${beginId}`;
  if (awaits === 'fine') return 'end-awaited';
  if (awaits === 'seconda persona') return 'asked';
  if (state === 'proposta') return 'proposed';
  if (state === 'confermata' && author === null) return 'raised';
  if (state === 'in corso') return `begun:${beginId}`;
  return wasDone(begin?.outcome) && (state === 'conclusa' || state === 'revocata') ? 'ended' : undefined;
}
