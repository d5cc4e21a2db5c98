import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { NotificationsTable } from '../database/schema/notifications.ts';
import type { Database } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { Channel } from './channel.port.ts';
import type { ChannelName, Enqueue, News } from './notification.ts';
import { findRecipients, type Recipient } from './recipients.ts';

/** A push service that has not taken it by then need not take it any more. */
export const IN_BROWSERS_MS = 12 * 60 * 60_000;
/** Longer than any call: after it, another server may decide what became of a claim. */
const CLAIM_MS = 60_000;
/** A claim that ends later was made by a clock that was set back since. */
const AHEAD_MS = 2 * CLAIM_MS;
/** Of a channel that keeps no order, more than it sends at once; the others wait for the next look. */
const READ_AT_ONCE = 50;

export type QueuedNotification = Selectable<NotificationsTable>;

export type Outbox = ReturnType<typeof createOutbox>;

/** What waits for the channels that are set up, and what became of it. `serverId`: who claims. */
export function createOutbox(options: {
  db: Kysely<Database>;
  channels: readonly ChannelName[];
  serverId: string;
  clock: Clock;
}) {
  const { db, channels, serverId, clock } = options;
  /** What this process has claimed and not settled; other claims of this server are of a process that crashed. */
  const claimedHere = new Set<number>();

  const enqueue: Enqueue = async (news, transaction) => {
    if (!transaction) return db.transaction().execute((own) => enqueue(news, own));
    const rows = (await findRecipients(transaction, news.audience))
      .filter(({ channel }) => channels.includes(channel))
      .flatMap((recipient) => toRow(recipient, news, clock.now()) ?? []);
    for (const some of inChunks(rows)) {
      await transaction
        .insertInto('notifications')
        .values(some)
        .onConflict((conflict) => conflict.columns(['channel', 'recipient', 'key']).doNothing())
        .execute();
    }
    return [...new Set(rows.map(({ channel }) => channel))];
  };

  const unfinished = (channel: ChannelName) =>
    db.selectFrom('notifications').where('channel', '=', channel).where('finished_at', 'is', null);

  /** False, and nothing changes, when the notification went on since it was read: another server decided. */
  const change = async (read: QueuedNotification, values: Updateable<NotificationsTable>) => {
    const { numUpdatedRows } = await db
      .updateTable('notifications')
      .set(values)
      .where('id', '=', read.id)
      .where('finished_at', 'is', null)
      .where('parts_sent', '=', read.parts_sent)
      .where('attempts', '=', read.attempts)
      .where('claimed_until', read.claimed_until === null ? 'is' : '=', read.claimed_until)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };

  return {
    enqueue,
    countWaiting: async (channel: ChannelName): Promise<number> => {
      const count = unfinished(channel).select(({ fn }) => fn.countAll<number | string>().as('count'));
      return Number((await count.executeTakeFirstOrThrow()).count);
    },
    /** Why the newest that was tried was not taken; null: it was. */
    lastFailure: async (channel: ChannelName): Promise<string | null> => {
      const tried = db.selectFrom('notifications').select('failure').where('channel', '=', channel);
      const newest = tried.where('attempts', '>', 0).orderBy('id', 'desc').limit(1);
      return (await newest.executeTakeFirst())?.failure ?? null;
    },
    /**
     * What may be sent next: of a channel that keeps order the oldest of each recipient, answers last, because anybody
     * can write to the bot; of a fair one the oldest of each that is due; of others the oldest that are due.
     */
    listNext: ({
      name,
      keepsOrder,
      isFair = false,
    }: Pick<Channel, 'name' | 'keepsOrder' | 'isFair'>): Promise<QueuedNotification[]> => {
      const waiting = () =>
        keepsOrder ? unfinished(name) : unfinished(name).where('not_before', '<=', clock.now());
      const oldest = () =>
        waiting()
          .select(({ fn }) => fn.min('id').as('id'))
          .groupBy('recipient');
      const next = keepsOrder || isFair ? waiting().where('id', 'in', oldest) : waiting().limit(READ_AT_ONCE);
      const inOrder = keepsOrder
        ? next.orderBy((eb) => eb.case().when('kind', '=', 'reply').then(1).else(0).end())
        : next;
      return inOrder.orderBy('id').selectAll().execute();
    },
    /** The notification as it is claimed, for one caller only; undefined when it went on since it was read. */
    claim: async (read: QueuedNotification): Promise<QueuedNotification | undefined> => {
      const claim = {
        claimed_by: serverId,
        claimed_until: clock.now() + CLAIM_MS,
        attempts: read.attempts + 1,
      };
      if (!(await change(read, claim))) return undefined;
      claimedHere.add(read.id);
      return { ...read, ...claim };
    },
    /** True once the process that claimed it is gone. */
    isAbandoned: ({ id, claimed_until: until, claimed_by }: QueuedNotification): boolean => {
      const now = clock.now();
      if (until === null) return false;
      return until <= now || until > now + AHEAD_MS || (claimed_by === serverId && !claimedHere.has(id));
    },
    /** Stores what became of it: with an outcome it is finished, else it waits. False when it went on meanwhile. */
    settle: async (
      read: QueuedNotification,
      settled: Pick<
        Updateable<NotificationsTable>,
        'outcome' | 'failure' | 'status_code' | 'not_before' | 'parts_sent' | 'attempts'
      >,
    ): Promise<boolean> => {
      const finished = settled.outcome === undefined ? {} : { finished_at: clock.now() };
      const isStored = await change(read, { ...settled, ...finished, claimed_until: null });
      claimedHere.delete(read.id);
      return isStored;
    },
    /** The recipient is gone, with all that waits for it. */
    finishRecipient: async (channel: ChannelName, recipient: string, failure: string): Promise<void> => {
      const values = { outcome: 'refused', failure, finished_at: clock.now(), claimed_until: null } as const;
      await changeAll(db, { channel, recipient }, values);
    },
    /** To be called when a chat has another id. What the other one has already does not come twice. */
    moveRecipient: (channel: ChannelName, from: string, to: string): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        await transaction
          .deleteFrom('notifications')
          .where('channel', '=', channel)
          .where('recipient', '=', from)
          .where('key', 'in', (eb) =>
            eb
              .selectFrom('notifications')
              .select('key')
              .where('channel', '=', channel)
              .where('recipient', '=', to),
          )
          .execute();
        await changeAll(transaction, { channel, recipient: from }, { recipient: to, claimed_until: null });
      }),
    /** While a finished one is kept, the same is not stored a second time. */
    deleteFinishedBefore: async (instant: number): Promise<void> => {
      await db.deleteFrom('notifications').where('finished_at', '<', instant).execute();
    },
  };
}

/** Changes all that waits for a recipient. */
async function changeAll(
  db: Kysely<Database>,
  { channel, recipient }: Pick<Recipient, 'channel' | 'recipient'>,
  values: Updateable<NotificationsTable>,
): Promise<void> {
  const waiting = db.updateTable('notifications').set(values).where('finished_at', 'is', null);
  await waiting.where('channel', '=', channel).where('recipient', '=', recipient).execute();
}

/** Undefined when there are no facts for the recipient. */
function toRow(
  { channel, recipient, userId, reader }: Recipient,
  { key, kind, facts: given, expiresAt = Number.POSITIVE_INFINITY, delayMs }: News,
  now: number,
): Insertable<NotificationsTable> | undefined {
  const facts = typeof given === 'function' ? reader && given(reader) : given;
  if (facts === undefined) return undefined;
  const until =
    channel === 'push' || channel === 'citizens' ? Math.min(expiresAt, now + IN_BROWSERS_MS) : expiresAt;
  return {
    ...{ channel, recipient, user_id: userId, key, kind, facts: JSON.stringify(facts), created_at: now },
    expires_at: Number.isFinite(until) ? until : null,
    not_before: delayMs ? now + delayMs(channel) : 0,
    ...{ parts_sent: 0, attempts: 0, claimed_until: null, claimed_by: null },
    ...{ finished_at: null, outcome: null, failure: null },
  };
}
