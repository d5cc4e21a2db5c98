import type { Kysely } from 'kysely';
import { inChunks } from '../../../database/in-chunks.ts';
import type { Database } from '../../../database/schema.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import type { Enqueue, ListEvents, News, OutboundEvent } from '../../notification.ts';
import type { Subscription } from './webhooks.repository.ts';

/** So long a delivery is tried; what a server finds when it begins to look goes back as far. */
const DAY_MS = 24 * 60 * 60_000;
/** Rows become visible after the time that they name: usually at once, rarely much later. */
const OVERLAP_MS = 15_000;
const LONG_OVERLAP_MS = 10 * 60_000;
const LONG_EACH = 60;
const STORED_AT_ONCE = 50;

/** The deliveries of the events to each address that is to have them. To be called outside of a transaction. */
export async function newsFor(
  events: readonly OutboundEvent[],
  subscriptions: readonly Subscription[],
  now: number,
): Promise<News[]> {
  const news: News[] = [];
  for (const { key, event, at, dataFor } of events) {
    for (const { id, userId, ...subscription } of subscriptions) {
      // What was before the address was added is not news.
      const isMeant = subscription.events.has(event) && subscription.createdAt <= at;
      const data = isMeant ? await dataFor(userId) : undefined;
      if (data === undefined) continue;
      const facts = { event, at: isoTime(at), data };
      news.push({ audience: { to: 'webhook', id }, key, kind: 'event', facts, expiresAt: now + DAY_MS });
    }
  }
  return news;
}

/**
 * Reads from the rows of alerts, alarms, commands and gauges what happened, and stores the deliveries. What was stored
 * once is not stored again, by its key: so a server that begins looks a day back, and a crash loses nothing.
 */
export function createFollowEvents(options: {
  db: Kysely<Database>;
  sources: readonly ListEvents[];
  enqueue: Enqueue;
  clock: Clock;
}) {
  const { db, clock } = options;
  let followedTo: number | undefined;
  let looks = 0;
  /** When what was stored lately was found. */
  const known = new Map<string, number>();

  const listNew = async (since: number) => {
    const found: OutboundEvent[] = [];
    for (const list of options.sources) {
      for (const event of await list(since)) if (!known.has(event.key)) found.push(event);
    }
    return found.sort((one, other) => one.at - other.at);
  };

  return {
    /** Another server has followed meanwhile, or there was no one to send to. */
    reset: () => {
      followedTo = undefined;
      known.clear();
    },
    follow: async (subscriptions: readonly Subscription[]): Promise<void> => {
      const now = clock.now();
      const overlapMs = looks % LONG_EACH === 0 ? LONG_OVERLAP_MS : OVERLAP_MS;
      const oldest = Math.min(...subscriptions.map(({ createdAt }) => createdAt));
      const since = followedTo === undefined ? Math.max(now - DAY_MS, oldest) : followedTo - overlapMs;
      for (const some of inChunks(await listNew(since), STORED_AT_ONCE)) {
        const news = await newsFor(some, subscriptions, now);
        await db.transaction().execute(async (transaction) => {
          for (const one of news) await options.enqueue(one, transaction);
        });
        for (const { key } of some) known.set(key, now);
      }
      for (const [key, at] of known) if (at < now - 2 * LONG_OVERLAP_MS) known.delete(key);
      followedTo = now;
      looks += 1;
    },
  };
}
