import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine.ts';

/**
 * What devices log in with on the broker (docs/rules.md#device-credentials). On PostgreSQL, which several servers may
 * share, a version grows with every transaction that changed them, like that of the list of devices.
 */
export async function addDeviceCredentials(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('device_credentials')
    .addColumn('device_id', 'bigint', (column) =>
      column.primaryKey().references('devices.id').onDelete('cascade'),
    )
    .addColumn('username', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('mosquitto_hash', 'text', (column) => column.notNull())
    .addColumn('sealed_password', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen', 'bigint')
    .execute();
  if (engine === 'postgres') await addVersion(db);
}

async function addVersion(db: Kysely<unknown>): Promise<void> {
  await sql`create table device_credentials_version (version bigint not null, raised_in bigint not null)`.execute(
    db,
  );
  await sql`insert into device_credentials_version (version, raised_in) values (0, 0)`.execute(db);
  await sql`
    create function raise_device_credentials_version() returns trigger language plpgsql as $$
    begin
      update device_credentials_version set version = version + 1, raised_in = txid_current()
        where raised_in <> txid_current();
      return null;
    end $$`.execute(db);
  // A log-in that was only seen changes nothing for the others.
  await sql`
    create constraint trigger device_credentials_raise_version
    after insert or delete or update of username, password_hash on device_credentials
    deferrable initially deferred for each row execute function raise_device_credentials_version()`.execute(
    db,
  );
}
