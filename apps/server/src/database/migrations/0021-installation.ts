import { type Kysely, sql } from 'kysely';
import { typeableCode } from '../../platform/typeable-code.ts';

/** Several consoles may share a broker: enough that no two of them draw the same. */
const TAG_LENGTH = 6;

/**
 * What tells this installation from the others on the same broker (docs/rules.md#device-credentials), and the usernames
 * that it gave to devices before they said so.
 */
export async function addInstallation(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('installation')
    .addColumn('tag', 'text', (column) => column.notNull())
    .execute();
  await sql`insert into installation (tag) values (${typeableCode(TAG_LENGTH).toLowerCase()})`.execute(db);
  await db.schema
    .createTable('untagged_device_logins')
    .addColumn('username', 'text', (column) => column.primaryKey())
    .execute();
  await sql`insert into untagged_device_logins (username) select username from device_credentials`.execute(
    db,
  );
}
