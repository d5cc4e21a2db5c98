import { DEFAULT_MIGRATION_TABLE, type Kysely, type Migration, Migrator, sql } from 'kysely';
import { StartupError } from '../platform/startup-error.ts';
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
import { addAlerts } from './migrations/0023-alerts.ts';
import { addInService } from './migrations/0025-in-service.ts';
import { addLampTests } from './migrations/0026-lamp-tests.ts';
import { addPlans } from './migrations/0028-plans.ts';
import { addAlarms } from './migrations/0030-alarms.ts';
import { addProfiles } from './migrations/0032-profiles.ts';
import { addApprovals } from './migrations/0034-approvals.ts';
import { addHomeAssistant } from './migrations/0035-home-assistant.ts';
import { addCommandsByTime } from './migrations/0036-commands-by-time.ts';
import { addZoneShapes } from './migrations/0037-zone-shapes.ts';
import { addPush } from './migrations/0038-push.ts';
import { addLanes } from './migrations/0039-lanes.ts';
import { addWalls } from './migrations/0040-walls.ts';
import { renameColor } from './migrations/0041-color.ts';
import { addDesired } from './migrations/0042-desired.ts';
import { addKnownColors } from './migrations/0043-known-colors.ts';
import { addRestores } from './migrations/0044-restores.ts';
import { addServers } from './migrations/0045-servers.ts';
import { addTopicCase } from './migrations/0049-topic-case.ts';
import { addAgedAnchors } from './migrations/0050-aged-anchors.ts';
import { addKeptOutOfSync } from './migrations/0051-kept-out-of-sync.ts';
import { addReassertions } from './migrations/0052-reassertions.ts';
import { addMaintenance } from './migrations/0053-maintenance.ts';
import type { Database } from './schema.ts';

/**
 * Brings the database to the newest schema, or to that of an older step. Throws when a migration fails, leaving the
 * schema as it was.
 */
export async function migrate(
  { db, engine }: { db: Kysely<Database>; engine: Engine },
  { upTo }: { upTo?: string } = {},
): Promise<void> {
  if (engine === 'postgres') return migrateSchema(db, engine, upTo);
  // Kysely opens no transaction on SQLite, where a start cut midway would leave tables that stop every later one.
  await db.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection);
    try {
      await migrateSchema(connection, engine, upTo);
      await sql`commit`.execute(connection);
    } catch (error) {
      await sql`rollback`.execute(connection);
      throw error;
    }
  });
}

/** All steps of the schema by name, the oldest first. */
function migrationsOf(engine: Engine): Record<string, Migration> {
  return {
    '0001-initial': { up: (schema) => createInitialSchema(schema, engine) },
    '0002-bot': { up: (schema) => createBotTables(schema, engine) },
    '0003-served-by': { up: addServedBy },
    '0004-lookups': { up: addLookups },
    '0005-device-list-version': {
      up: (schema) => addDeviceListVersion(schema, engine),
    },
    '0006-after-command': { up: addAfterCommand },
    '0007-bot-memory': { up: addBotMemory },
    '0008-lamps': { up: addLamps },
    '0009-asked': { up: addAsked },
    '0010-schedule-ends': { up: addScheduleEnds },
    '0011-deliveries-by-command': { up: addOwnerToDeliveriesByCommand },
    '0012-device-credentials': {
      up: (schema) => addDeviceCredentials(schema, engine),
    },
    '0013-audit-chain': { up: (schema) => addAuditChain(schema, engine) },
    '0014-sessions': { up: (schema) => addSessions(schema, engine) },
    '0015-second-factor': { up: addSecondFactors },
    '0016-groups': { up: (schema) => addGroups(schema, engine) },
    '0017-bulletins': { up: (schema) => addBulletins(schema, engine) },
    '0018-lit': { up: addLit },
    '0019-known-of-devices': {
      up: (schema) => addKnownOfDevices(schema, engine),
    },
    '0021-installation': { up: addInstallation },
    '0023-alerts': { up: (schema) => addAlerts(schema, engine) },
    '0025-in-service': { up: (schema) => addInService(schema, engine) },
    '0026-lamp-tests': { up: (schema) => addLampTests(schema, engine) },
    '0028-plans': { up: (schema) => addPlans(schema, engine) },
    '0030-alarms': { up: (schema) => addAlarms(schema, engine) },
    '0032-profiles': { up: addProfiles },
    '0034-approvals': { up: (schema) => addApprovals(schema, engine) },
    '0035-home-assistant': { up: addHomeAssistant },
    '0036-commands-by-time': { up: addCommandsByTime },
    '0037-zone-shapes': { up: (schema) => addZoneShapes(schema, engine) },
    '0038-push': { up: (schema) => addPush(schema, engine) },
    '0039-lanes': { up: (schema) => addLanes(schema, engine) },
    '0040-walls': { up: addWalls },
    '0041-color': { up: renameColor },
    '0042-desired': { up: addDesired },
    '0043-known-colors': { up: addKnownColors },
    '0044-restores': { up: (schema) => addRestores(schema, engine) },
    '0045-servers': { up: addServers },
    '0049-topic-case': { up: (schema) => addTopicCase(schema, engine) },
    '0050-aged-anchors': { up: (schema) => addAgedAnchors(schema, engine) },
    '0051-kept-out-of-sync': { up: addKeptOutOfSync },
    '0052-reassertions': { up: addReassertions },
    '0053-maintenance': { up: (schema) => addMaintenance(schema, engine) },
  };
}

async function migrateSchema(db: Kysely<Database>, engine: Engine, upTo: string | undefined): Promise<void> {
  await refuseNewerSchema(db);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrationsOf(engine)) },
  });
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error !== undefined) throw error instanceof Error ? error : new Error(String(error));
}

/** The newest step that the database has gone; undefined for an empty one. */
export async function newestMigration(db: Kysely<Database>): Promise<string | undefined> {
  return (await listDone(db)).at(-1);
}

/** The names of all steps, the oldest first. */
export function listMigrations(): string[] {
  return Object.keys(migrationsOf('sqlite'));
}

/** True when this version knows the step. */
export function knowsMigration(name: string): boolean {
  return listMigrations().includes(name);
}

/** A schema that a newer version made may mean something else: nothing is read from it, nothing is written. */
async function refuseNewerSchema(db: Kysely<Database>): Promise<void> {
  const unknown = (await listDone(db)).find((name) => !knowsMigration(name));
  if (unknown === undefined) return;
  throw new StartupError(
    `La base di dati è di una versione più nuova di Semaforo (${unknown}): avvia quella, ` +
      'o ripristina in una cartella vuota la copia fatta prima dell’aggiornamento (npm run restore -- FILE)',
  );
}

async function listDone(db: Kysely<Database>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}
