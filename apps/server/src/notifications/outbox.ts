import type { Insertable, Kysely, Selectable } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { NotificationOutcome, NotificationsTable } from '../database/schema/notifications.ts';
import type { Database } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { Audience, ChannelName, Enqueue, News, Reader } from './notification.ts';

/** A push service that has not taken it by then need not take it any more. */
const IN_BROWSERS_MS = 12 * 60 * 60_000;
/** Longer than any call: after it, another server may say what became of a claim. */
const CLAIM_MS = 60_000;
/** A claim that ends later was made by a clock that was set back since. */
const AHEAD_MS = 2 * CLAIM_MS;
/** Of a channel that keeps no order: what is not taken now waits for the next look. */
const READ_AT_ONCE = 20;
/** No user has it. */
const NOBODY = 0;

export type QueuedNotification = Selectable<NotificationsTable>;

type Recipient = { channel: ChannelName; recipient: string; reader?: Reader; userId: number | null };

export type Outbox = ReturnType<typeof createOutbox>;

/** What waits for the channels that are set up, and what became of it. `serverId`: who claims. */
export function createOutbox(options: {
  db: Kysely<Database>;
  channels: readonly ChannelName[];
  serverId: string;
  clock: Clock;
}) {
  const { db, channels, serverId, clock } = options;

  const enqueue: Enqueue = async (news, transaction) => {
    if (!transaction) return db.transaction().execute((own) => enqueue(news, own));
    const rows = (await findRecipients(transaction, news.audience, channels)).flatMap((recipient) => {
      const facts = factsFor(news, recipient.reader);
      return facts === undefined ? [] : [toRow(recipient, news, { facts, now: clock.now() })];
    });
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
  /** What this server has claimed and is still its own: a late answer changes nothing that another one decided. */
  const ownClaim = ({ id, attempts }: QueuedNotification) =>
    db
      .updateTable('notifications')
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .where('claimed_by', '=', serverId)
      .where('attempts', '=', attempts + 1);

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
    /** The oldest of each recipient that is not finished, answers last: anybody can write to the bot. */
    listHeads: (channel: ChannelName): Promise<QueuedNotification[]> =>
      db
        .selectFrom('notifications')
        .selectAll()
        .where('id', 'in', () =>
          unfinished(channel)
            .select(({ fn }) => fn.min('id').as('id'))
            .groupBy('recipient'),
        )
        .orderBy((eb) => eb.case().when('kind', '=', 'reply').then(1).else(0).end())
        .orderBy('id')
        .execute(),
    /** The oldest that may be sent now, in whatever order. */
    listDue: (channel: ChannelName): Promise<QueuedNotification[]> =>
      unfinished(channel)
        .selectAll()
        .where('not_before', '<=', clock.now())
        .where((eb) =>
          eb.or([
            eb('claimed_until', 'is', null),
            eb('claimed_until', '<=', clock.now()),
            eb('claimed_until', '>', clock.now() + AHEAD_MS),
          ]),
        )
        .orderBy('id')
        .limit(READ_AT_ONCE)
        .execute(),
    /** True for one caller only, and for nobody when it went on since it was read. */
    claim: async (read: QueuedNotification): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('notifications')
        .set({
          ...{ claimed_by: serverId, claimed_until: clock.now() + CLAIM_MS, attempts: read.attempts + 1 },
        })
        .where('id', '=', read.id)
        .where('finished_at', 'is', null)
        .where('parts_sent', '=', read.parts_sent)
        .where('attempts', '=', read.attempts)
        .where('claimed_until', read.claimed_until === null ? 'is' : '=', read.claimed_until)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    /** True once whoever claimed it is gone. */
    isAbandoned: ({ claimed_until: until }: QueuedNotification): boolean => {
      const now = clock.now();
      return until !== null && (until <= now || until > now + AHEAD_MS);
    },
    /** It may be claimed again from then on (epoch ms). */
    retry: async (claimed: QueuedNotification, notBefore: number, failure: string): Promise<void> => {
      const postponed = { claimed_until: null, not_before: notBefore, failure };
      await ownClaim(claimed).set(postponed).execute();
    },
    /** A part was sent, and others follow. */
    advance: async (claimed: QueuedNotification): Promise<void> => {
      const next = { claimed_until: null, attempts: 0, parts_sent: claimed.parts_sent + 1 };
      await ownClaim(claimed).set(next).execute();
    },
    finishClaimed: async (
      claimed: QueuedNotification,
      outcome: NotificationOutcome,
      failure: string | null,
    ): Promise<void> => {
      await ownClaim(claimed)
        .set({ outcome, failure, finished_at: clock.now(), claimed_until: null })
        .execute();
    },
    /** Ends what nobody sends now. */
    finish: async (
      { id, claimed_until: until }: QueuedNotification,
      outcome: NotificationOutcome,
    ): Promise<void> => {
      await db
        .updateTable('notifications')
        .set({ outcome, finished_at: clock.now(), claimed_until: null })
        .where('id', '=', id)
        .where('finished_at', 'is', null)
        .where('claimed_until', until === null ? 'is' : '=', until)
        .execute();
    },
    /** The recipient is gone, with all that waits for it. */
    finishRecipient: async (channel: ChannelName, recipient: string, failure: string): Promise<void> => {
      await db
        .updateTable('notifications')
        .set({ outcome: 'refused', failure, finished_at: clock.now(), claimed_until: null })
        .where('channel', '=', channel)
        .where('recipient', '=', recipient)
        .where('finished_at', 'is', null)
        .execute();
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
        await transaction
          .updateTable('notifications')
          .set({ recipient: to, claimed_until: null })
          .where('channel', '=', channel)
          .where('recipient', '=', from)
          .where('finished_at', 'is', null)
          .execute();
      }),
    /**
     * Settles what an earlier process of this server claimed and perhaps sent: with `again` it waits once more,
     * otherwise it is given up. To be called before the first claim. Resolves to how many there were.
     */
    endInterrupted: async (channel: ChannelName, { again }: { again: boolean }): Promise<number> => {
      const { numUpdatedRows } = await db
        .updateTable('notifications')
        .set({ claimed_until: null, ...(!again && { outcome: 'unknown', finished_at: clock.now() }) })
        .where('channel', '=', channel)
        .where('finished_at', 'is', null)
        .where('claimed_until', 'is not', null)
        .where('claimed_by', '=', serverId)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
    /** While a finished one is kept, the same is not stored a second time. */
    deleteFinishedBefore: async (instant: number): Promise<void> => {
      await db.deleteFrom('notifications').where('finished_at', '<', instant).execute();
    },
  };
}

function factsFor({ facts }: News, reader: Reader | undefined): object | undefined {
  if (typeof facts !== 'function') return facts;
  return reader && facts(reader);
}

function toRow(
  { channel, recipient, userId }: Recipient,
  { key, kind, expiresAt }: News,
  { facts, now }: { facts: object; now: number },
): Insertable<NotificationsTable> {
  const soon = channel === 'push' ? now + IN_BROWSERS_MS : Number.POSITIVE_INFINITY;
  const until = Math.min(expiresAt ?? soon, soon);
  return {
    ...{ channel, recipient, user_id: userId, key, kind, facts: JSON.stringify(facts), created_at: now },
    expires_at: Number.isFinite(until) ? until : null,
    ...{ not_before: 0, parts_sent: 0, attempts: 0, claimed_until: null, claimed_by: null },
    ...{ finished_at: null, outcome: null, failure: null },
  };
}

async function findRecipients(
  db: Kysely<Database>,
  audience: Audience,
  channels: readonly ChannelName[],
): Promise<Recipient[]> {
  const has = (channel: ChannelName) => channels.includes(channel);
  switch (audience.to) {
    case 'chats':
      return has('telegram') ? findChats(db) : [];
    case 'telegram':
      return has('telegram')
        ? [{ channel: 'telegram', recipient: audience.chatId, userId: audience.userId }]
        : [];
    case 'browsers':
      return findBrowsers(db, audience);
    case 'person': {
      const { chatId, email, browserId } = audience;
      return [
        ...(chatId !== null && has('telegram') ? await findChats(db, chatId) : []),
        ...(email !== null && has('email')
          ? [{ channel: 'email' as const, recipient: email, userId: null }]
          : []),
        ...(browserId === null
          ? []
          : toBrowsers(await browsers(db).where('push_devices.id', '=', browserId).execute())),
      ];
    }
  }
}

/** Those that are linked to a user who exists and whose sessions were not revoked since; one by the console's id. */
async function findChats(db: Kysely<Database>, id?: number): Promise<Recipient[]> {
  const linked = db
    .selectFrom('bot_chats')
    .innerJoin('users', (join) =>
      join
        .onRef('users.id', '=', 'bot_chats.user_id')
        .onRef('users.token_version', '=', 'bot_chats.token_version'),
    )
    .select(['bot_chats.chat_id', 'users.id', 'users.role'])
    .orderBy('bot_chats.id');
  const rows = await (id === undefined ? linked : linked.where('bot_chats.id', '=', id)).execute();
  return rows.map(({ chat_id: recipient, ...reader }) => ({
    ...{ channel: 'telegram', recipient, reader, userId: reader.id },
  }));
}

function browsers(db: Kysely<Database>) {
  return db
    .selectFrom('push_devices')
    .innerJoin('users', 'users.id', 'push_devices.user_id')
    .select(['push_devices.id as browser', 'users.id', 'users.role']);
}

async function findBrowsers(
  db: Kysely<Database>,
  { ownerIds, withAdmins, not }: Extract<Audience, { to: 'browsers' }>,
): Promise<Recipient[]> {
  const others = () => browsers(db).where('users.id', '<>', not ?? NOBODY);
  const found = withAdmins ? await others().where('role', '=', 'admin').execute() : [];
  for (const owners of inChunks(ownerIds.flatMap((id) => id ?? []))) {
    found.push(...(await others().where('users.id', 'in', owners).execute()));
  }
  return toBrowsers(new Map(found.map((one) => [one.browser, one])).values());
}

function toBrowsers(rows: Iterable<Reader & { browser: number }>): Recipient[] {
  return [...rows].map(({ browser, ...reader }) => ({
    ...{ channel: 'push', recipient: String(browser), reader, userId: reader.id },
  }));
}
