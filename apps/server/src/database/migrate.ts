import { type Kysely, Migrator, sql } from 'kysely';
import type { Engine } from './engine.ts';
import { createInitialSchema } from './migrations/0001-initial.ts';
import { createBotTables } from './migrations/0002-bot.ts';
import { addServedBy } from './migrations/0003-served-by.ts';
import { addLookups } from './migrations/0004-lookups.ts';
import { addDeviceListVersion } from './migrations/0005-device-list-version.ts';
import { addAfterCommand } from './migrations/0006-after-command.ts';
import { addBotMemory } from './migrations/0007-bot-memory.ts';
import { addLamps } from './migrations/0008-lamps.ts';
import { addAsked } from './migrations/0009-asked.ts';
import { addScheduleEnds } from './migrations/0010-schedule-ends.ts';
import { addOwnerToDeliveriesByCommand } from './migrations/0011-deliveries-by-command.ts';
import { addDeviceCredentials } from './migrations/0012-device-credentials.ts';
import { addAuditChain } from './migrations/0013-audit-chain.ts';
import { addSessions } from './migrations/0014-sessions.ts';
import { addSecondFactors } from './migrations/0015-second-factor.ts';
import { addGroups } from './migrations/0016-groups.ts';
import { addBulletins } from './migrations/0017-bulletins.ts';
import { addLit } from './migrations/0018-lit.ts';
import { addKnownOfDevices } from './migrations/0019-known-of-devices.ts';
import { addInstallation } from './migrations/0021-installation.ts';
import type { Database } from './schema.ts';

/** Brings the database to the newest schema. Throws when a migration fails, leaving the schema as it was. */
export async function migrate({ db, engine }: { db: Kysely<Database>; engine: Engine }): Promise<void> {
  if (engine === 'postgres') return migrateToLatest(db, engine);
  // Kysely opens no transaction on SQLite, where a start cut midway would leave tables that stop every later one.
  await db.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection);
    try {
      await migrateToLatest(connection, engine);
      await sql`commit`.execute(connection);
    } catch (error) {
      await sql`rollback`.execute(connection);
      throw error;
    }
  });
}

async function migrateToLatest(db: Kysely<Database>, engine: Engine): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: () =>
        Promise.resolve({
          '0001-initial': { up: (schema: Kysely<unknown>) => createInitialSchema(schema, engine) },
          '0002-bot': { up: (schema: Kysely<unknown>) => createBotTables(schema, engine) },
          '0003-served-by': { up: addServedBy },
          '0004-lookups': { up: addLookups },
          '0005-device-list-version': {
            up: (schema: Kysely<unknown>) => addDeviceListVersion(schema, engine),
          },
          '0006-after-command': { up: addAfterCommand },
          '0007-bot-memory': { up: addBotMemory },
          '0008-lamps': { up: addLamps },
          '0009-asked': { up: addAsked },
          '0010-schedule-ends': { up: addScheduleEnds },
          '0011-deliveries-by-command': { up: addOwnerToDeliveriesByCommand },
          '0012-device-credentials': {
            up: (schema: Kysely<unknown>) => addDeviceCredentials(schema, engine),
          },
          '0013-audit-chain': { up: (schema: Kysely<unknown>) => addAuditChain(schema, engine) },
          '0014-sessions': { up: (schema: Kysely<unknown>) => addSessions(schema, engine) },
          '0015-second-factor': { up: addSecondFactors },
          '0016-groups': { up: (schema: Kysely<unknown>) => addGroups(schema, engine) },
          '0017-bulletins': { up: (schema: Kysely<unknown>) => addBulletins(schema, engine) },
          '0018-lit': { up: addLit },
          '0019-known-of-devices': {
            up: (schema: Kysely<unknown>) => addKnownOfDevices(schema, engine),
          },
          '0021-installation': { up: addInstallation },
        }),
    },
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error instanceof Error ? error : new Error(String(error));
}
