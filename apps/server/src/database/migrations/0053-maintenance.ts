import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine.ts';

/** Devices on which people work (docs/rules.md#maintenance). */
export async function addMaintenance(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('device_maintenance')
    .addColumn('device_id', 'bigint', (column) =>
      column.primaryKey().references('devices.id').onDelete('cascade'),
    )
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('set_by', 'text', (column) => column.notNull())
    .execute();
  await endWithDevice(db, engine);
}

/** Whoever gives a device to another owner, or makes another device of it, by a form, a table or a script. */
async function endWithDevice(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') {
    await sql`
      create trigger devices_end_maintenance after update of owner_id, topic, type, profile on devices
      when new.owner_id is not old.owner_id or new.topic <> old.topic or new.type <> old.type
        or new.profile <> old.profile
      begin delete from device_maintenance where device_id = new.id; end`.execute(db);
    return;
  }
  await sql`
    create function end_maintenance() returns trigger language plpgsql as $$
    begin
      delete from device_maintenance where device_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger devices_end_maintenance after update of owner_id, topic, type, profile on devices
    for each row when (new.owner_id is distinct from old.owner_id or new.topic <> old.topic
      or new.type <> old.type or new.profile <> old.profile)
    execute function end_maintenance()`.execute(db);
}
