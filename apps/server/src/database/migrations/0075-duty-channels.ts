import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { createTableWithId } from './table-with-id.ts';

const FORMER_CHANNELS = [
  ['email', 'email'],
  ['telegram', 'chat_id'],
  ['push', 'push_id'],
] as const;

/** More ways to people on duty, their receipts, links by which they answer, and maintenance (docs/rules.md#duty). */
export async function addDutyChannels(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const column of ['ntfy', 'gotify', 'gotify_token', 'sms', 'voice', 'rules']) {
    await db.schema.alterTable('duty_people').addColumn(column, 'text').execute();
  }
  await db.schema.alterTable('alarm_events').addColumn('key', 'text').execute();
  await db.schema.alterTable('alarms').addColumn('check_at', 'bigint').execute();
  await db.schema.createIndex('notifications_by_key').on('notifications').column('key').execute();
  await createTableWithId(db, engine, 'duty_channels')
    .addColumn('person_id', 'bigint', (column) =>
      column.notNull().references('duty_people.id').onDelete('cascade'),
    )
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('tested_at', 'bigint')
    .addColumn('receipt_at', 'bigint')
    .addColumn('token_hash', 'text')
    .addUniqueConstraint('duty_channels_once', ['person_id', 'channel'])
    .execute();
  await db.schema.createIndex('duty_channels_token').on('duty_channels').column('token_hash').execute();
  for (const [channel, address] of FORMER_CHANNELS) {
    await sql`
      insert into duty_channels (person_id, channel, since)
        select id, ${channel}, ${engine === 'sqlite' ? sql`unixepoch() * 1000` : sql`cast(extract(epoch from now()) * 1000 as bigint)`} from duty_people
        where ${sql.ref(address)} is not null`.execute(db);
  }
  await db.schema
    .createTable('alarm_links')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('alarm_id', 'bigint', (column) => column.notNull().references('alarms.id').onDelete('cascade'))
    .addColumn('person_id', 'bigint', (column) =>
      column.notNull().references('duty_people.id').onDelete('cascade'),
    )
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute();
  await createTableWithId(db, engine, 'duty_maintenance')
    .addColumn('owner_id', 'bigint', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('from', 'bigint', (column) => column.notNull())
    .addColumn('to', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .execute();
}
