import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine.ts';

/**
 * On PostgreSQL, which several servers may share, a version that grows with every transaction that changed devices,
 * whoever made it. It is raised at the commit, under the lock of its row: a newer one is never seen before an older
 * one, and no transaction waits for it while it holds locks that another needs.
 */
export async function addDeviceListVersion(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine !== 'postgres') return;
  await sql`create table device_list_version (version bigint not null, raised_in bigint not null)`.execute(
    db,
  );
  await sql`insert into device_list_version (version, raised_in) values (0, 0)`.execute(db);
  await sql`
    create function raise_device_list_version() returns trigger language plpgsql as $$
    begin
      update device_list_version set version = version + 1, raised_in = txid_current()
        where raised_in <> txid_current();
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger devices_raise_list_version after insert or update or delete on devices
    deferrable initially deferred for each row execute function raise_device_list_version()`.execute(db);
}
