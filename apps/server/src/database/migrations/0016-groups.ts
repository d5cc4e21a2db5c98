import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { createTableOfDevices } from './table-of-devices.ts';
import { createTableWithId } from './table-with-id.ts';

/**
 * Groups of devices (docs/rules.md#groups), and for whom schedules and commands are. The group of a schedule is no
 * foreign key: when it is gone, the schedule must still be for it, and so for no one.
 */
export async function addGroups(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'device_groups')
    .addColumn('owner_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('folded_name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('device_groups_by_name', ['owner_id', 'folded_name'])
    .execute();
  await createTableOfDevices(db, { table: 'device_group_members', of: 'group_id', in: 'device_groups.id' });
  await createTableOfDevices(db, { table: 'schedule_devices', of: 'schedule_id', in: 'schedules.id' });
  for (const table of ['schedules', 'commands']) {
    await addColumn(db, table, 'group_name');
    await db.schema
      .alterTable(table)
      .addColumn('whom', 'text', (column) => column.notNull().defaultTo('tutti'))
      .execute();
  }
  await sql`update commands set whom = 'scelti' where origin = 'interruttore'`.execute(db);
  await addColumn(db, 'schedules', 'group_id', 'bigint');
  await addColumn(db, 'schedules', 'ended_devices');
  await addColumn(db, 'schedules', 'ended_total', 'bigint');
  await db.schema.createIndex('schedules_by_group').on('schedules').column('group_id').execute();
  await leaveGroupsWithOwner(db, engine);
}

async function addColumn(
  db: Kysely<unknown>,
  table: string,
  column: string,
  type: 'text' | 'bigint' = 'text',
): Promise<void> {
  await db.schema.alterTable(table).addColumn(column, type).execute();
}

/** Whoever gives a device to another owner, by a form, a table or a script: it is in no group of the former one. */
async function leaveGroupsWithOwner(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') {
    await sql`
      create trigger devices_leave_groups after update of owner_id on devices
      when new.owner_id is not old.owner_id
      begin delete from device_group_members where device_id = new.id; end`.execute(db);
    return;
  }
  await sql`
    create function leave_groups() returns trigger language plpgsql as $$
    begin
      delete from device_group_members where device_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger devices_leave_groups after update of owner_id on devices
    for each row when (new.owner_id is distinct from old.owner_id) execute function leave_groups()`.execute(
    db,
  );
}
