import { type Kysely, type Selectable, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { inChunks } from '../in-chunks.ts';
import type { NotificationsTable } from '../schema/notifications.ts';
import { createTableWithId } from './table-with-id.ts';

/** A claim of the former outbox had no end; it lasted this long at most. */
const CLAIM_MS = 60_000;

type Row = Omit<Selectable<NotificationsTable>, 'id' | 'status_code'>;

/**
 * One outbox for all channels (docs/decisions/0079-notification-pipeline.md). What waited goes on waiting, and what
 * was sent is still known by its key, so that an upgrade loses and repeats nothing.
 */
export async function addNotifications(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'notifications')
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('user_id', 'bigint', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('facts', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('not_before', 'bigint', (column) => column.notNull())
    .addColumn('parts_sent', 'integer', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('claimed_until', 'bigint')
    .addColumn('claimed_by', 'text')
    .addColumn('finished_at', 'bigint')
    .addColumn('outcome', 'text')
    .addColumn('failure', 'text')
    .addUniqueConstraint('notifications_once', ['channel', 'recipient', 'key'])
    .execute();
  await db.schema
    .createIndex('notifications_unfinished')
    .on('notifications')
    .columns(['finished_at', 'channel', 'recipient', 'id'])
    .execute();
  for (const some of inChunks([...(await chats(db)), ...(await mails(db)), ...(await pushes(db))])) {
    await (db as Kysely<{ notifications: NotificationsTable }>)
      .insertInto('notifications')
      .values(some)
      .execute();
  }
  for (const table of ['bot_outbox', 'alarm_mails', 'push_messages'])
    await db.schema.dropTable(table).execute();
}

type FormerChat = Pick<
  Row,
  | 'user_id'
  | 'created_at'
  | 'expires_at'
  | 'not_before'
  | 'parts_sent'
  | 'attempts'
  | 'finished_at'
  | 'outcome'
> & {
  chat_id: string;
  notice_key: string;
  text: string;
  sending_since: number | null;
  sending_by: string | null;
};

async function chats(db: Kysely<unknown>): Promise<Row[]> {
  const { rows } = await sql<FormerChat>`select * from bot_outbox order by id`.execute(db);
  return rows.map(({ chat_id, notice_key: key, text, sending_since: since, sending_by, ...row }) => ({
    ...{ channel: 'telegram', recipient: chat_id, key, user_id: row.user_id, failure: null },
    ...{ kind: key.startsWith('reply:') ? 'reply' : 'text', facts: JSON.stringify({ text, path: '' }) },
    ...{ created_at: row.created_at, expires_at: row.expires_at, not_before: row.not_before },
    ...{ parts_sent: row.parts_sent, attempts: row.attempts },
    claimed_until: since === null ? null : Number(since) + CLAIM_MS,
    ...{ claimed_by: sending_by, finished_at: row.finished_at, outcome: row.outcome },
  }));
}

type FormerAttempts = Pick<Row, 'not_before' | 'attempts' | 'finished_at' | 'failure'>;
type FormerMail = FormerAttempts & { mail_key: string; address: string; text: string; created_at: number };

async function mails(db: Kysely<unknown>): Promise<Row[]> {
  const { rows } = await sql<FormerMail>`select * from alarm_mails order by id`.execute(db);
  return rows.map((mail) => ({
    ...{ channel: 'email', recipient: mail.address, key: mail.mail_key, user_id: null, kind: 'text' },
    ...{
      facts: JSON.stringify({ text: mail.text, path: '' }),
      created_at: mail.created_at,
      expires_at: null,
    },
    ...attemptsOf(mail),
  }));
}

type FormerPush = FormerAttempts & {
  device_id: number;
  user_id: number;
  message_key: string;
  message: string;
  expires_at: number;
};

async function pushes(db: Kysely<unknown>): Promise<Row[]> {
  const { rows } = await sql<FormerPush>`
    select push_messages.*, push_devices.user_id from push_messages
      join push_devices on push_devices.id = push_messages.device_id order by push_messages.id`.execute(db);
  return rows.map((push) => ({
    ...{ channel: 'push', recipient: String(push.device_id), key: push.message_key, user_id: push.user_id },
    ...{
      kind: 'text',
      facts: factsOf(push.message),
      created_at: push.not_before,
      expires_at: push.expires_at,
    },
    ...attemptsOf(push),
  }));
}

/** It was kept as the browser reads it. */
function factsOf(payload: string): string {
  try {
    const { title, text, path } = JSON.parse(payload) as Record<string, string>;
    return JSON.stringify({ text: `${title}\n${text}`, path });
  } catch {
    return JSON.stringify({ text: payload, path: '' });
  }
}

function attemptsOf({ not_before, attempts, finished_at, failure }: FormerAttempts) {
  const outcome = failure === null ? ('sent' as const) : ('refused' as const);
  return {
    ...{ not_before, attempts, finished_at, failure, parts_sent: 0, claimed_until: null, claimed_by: null },
    outcome: finished_at === null ? null : outcome,
  };
}
