import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine.ts';

/**
 * Topics that differ by case only are the same (docs/rules.md#device-keys). Devices that had such topics before go on:
 * all but the first of each are numbered, and only their own change ends that.
 */
export async function addTopicCase(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .alterTable('devices')
    .addColumn('topic_twin', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`
    update devices set topic_twin =
      (select count(*) from devices as others
        where lower(others.topic) = lower(devices.topic) and others.id < devices.id)
    where lower(topic) in (select lower(topic) from devices group by lower(topic) having count(*) > 1)`.execute(
    db,
  );
  // PostgreSQL makes no index of a table while triggers wait for the end of the transaction.
  if (engine === 'postgres') await sql`set constraints all immediate`.execute(db);
  await sql`create unique index devices_topic_in_any_case on devices (lower(topic), topic_twin)`.execute(db);
}
