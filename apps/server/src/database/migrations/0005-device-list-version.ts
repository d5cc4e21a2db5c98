import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine.ts';

/**
 * On PostgreSQL, which several servers may share, a version that changes with the list of devices, whoever changes it. The trigger runs before
 * the statement: whoever locks rows of devices holds the version's row already, so that two changes never wait for each other.
 */
export async function addDeviceListVersion(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine !== 'postgres') return;
  await sql`create table device_list_version (version bigint not null)`.execute(db);
  await sql`insert into device_list_version (version) values (0)`.execute(db);
  await sql`
    create function raise_device_list_version() returns trigger language plpgsql as $$
    begin
      update device_list_version set version = version + 1;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger devices_raise_list_version before insert or update or delete on devices
    for each statement execute function raise_device_list_version()`.execute(db);
}
