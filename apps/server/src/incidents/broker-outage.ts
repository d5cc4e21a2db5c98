import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Enqueue, News } from '../notifications/notification.ts';
import type { Clock } from '../platform/clock.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';

/** A shorter outage is not worth a notification. */
const OUTAGE_AFTER_MS = 60_000;

/** `since` (epoch ms) is when `connected` last changed; `reason` is Italian, null while connected. */
export type BrokerState = { connected: boolean; since: number; reason: string | null };

/** Notifies linked chats once that the broker has been unreachable for a minute, and once that it is back. */
export function createBrokerOutage(options: {
  db: Kysely<Database>;
  enqueue: Enqueue;
  brokerState: () => BrokerState;
  /** Of several servers on one database, one notifies what all of them observe. */
  isLeader: () => boolean;
  everyMs: number;
  outageAfterMs?: number | undefined;
  clock: Clock;
  logger: Logger;
}) {
  const { db, clock, outageAfterMs = OUTAGE_AFTER_MS } = options;

  /** Stores, with the news, what another server or the next process continues from: the outage, or null. */
  const announce = (news: News, outage: number | null) =>
    db.transaction().execute(async (transaction) => {
      await options.enqueue(news, transaction);
      await transaction.deleteFrom('bot_told_outage').execute();
      if (outage !== null)
        await transaction.insertInto('bot_told_outage').values({ since: outage }).execute();
    });

  const check = async () => {
    if (!options.isLeader()) return;
    const notified = await db.selectFrom('bot_told_outage').select('since').executeTakeFirst();
    const { connected, since, reason } = options.brokerState();
    const audience = { to: 'chats' } as const;
    if (connected && notified) {
      // Another server notified the outage, and this one may never have lost the broker: then its `since` is older than
      // the outage.
      const facts = { since: notified.since, backAt: since > notified.since ? since : clock.now() };
      await announce({ audience, key: `outage-end:${notified.since}`, kind: 'broker-back', facts }, null);
    } else if (!connected && !notified && clock.now() - since >= outageAfterMs) {
      const facts = { since, reason };
      await announce({ audience, key: `outage:${since}`, kind: 'broker-away', facts }, since);
    }
  };

  return createInterval({
    ...{ name: 'broker-outage', everyMs: options.everyMs, logger: options.logger, work: check },
  });
}
