import type { Kysely } from 'kysely';
import pLimit from 'p-limit';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import type { Database } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { Refusal } from '../platform/refusal.ts';
import { StartupError } from '../platform/startup-error.ts';
import type { ListeningPlace } from './listening-place.ts';

const GIVEN = new Refusal('conflict', {
  code: 'broker-reach-given',
  message:
    'Dove ascolta il broker è scelto con EMBEDDED_BROKER_HOST: va cambiato nelle impostazioni del server',
});
const NOT_EMBEDDED = new Refusal('conflict', {
  code: 'no-embedded-broker',
  message: 'Qui non c’è un broker incorporato',
});

/** Has the embedded broker listen to the whole network, or to this machine alone; kept over a restart. */
export function createSetReach(options: {
  db: Kysely<Database>;
  place: ListeningPlace;
  /** Rejects with a StartupError when it cannot listen there; it listens where it did then. */
  broker: { moveTo: (host: string) => Promise<void> } | undefined;
  clock: Clock;
}) {
  const { db, place, broker, clock } = options;
  const mutex = pLimit(1);
  const set = async (network: boolean, author: AuditContext['author']): Promise<Refusal | undefined> => {
    if (!broker) return NOT_EMBEDDED;
    if (place.isGiven) return GIVEN;
    const before = place.host();
    place.choose(network);
    const after = place.host();
    if (after === before) return undefined;
    try {
      await broker.moveTo(after);
    } catch (error) {
      place.choose(!network);
      if (!(error instanceof StartupError)) throw error;
      return new Refusal('conflict', { code: 'broker-cannot-listen', message: error.message });
    }
    await db.transaction().execute((transaction) =>
      appendAudit(transaction, {
        ...{ at: clock.now(), author, action: 'broker.reach' },
        ...{ before: { host: before }, after: { host: after } },
      }),
    );
    return undefined;
  };
  return (network: boolean, author: AuditContext['author']) => mutex(() => set(network, author));
}
