import { DEFAULT_MIGRATION_TABLE, type Kysely, type Migration, Migrator, sql } from 'kysely';
import { StartupError } from '../platform/startup-error.ts';
import type { Engine } from './engine.ts';
import { createBaseline } from './migrations/0040-baseline.ts';
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
import { addNotifications } from './migrations/0054-notifications.ts';
import { addComuniTable } from './migrations/0055-comuni-table.ts';
import { addAlertDecider } from './migrations/0056-alert-decider.ts';
import { addDevicePictures } from './migrations/0057-device-pictures.ts';
import { addHandovers } from './migrations/0058-handovers.ts';
import { addAlertEndsVerde } from './migrations/0059-alert-ends-verde.ts';
import { addPublicChanges } from './migrations/0060-public-changes.ts';
import { addPublicSubscribers } from './migrations/0061-public-subscribers.ts';
import { addGauges } from './migrations/0062-gauges.ts';
import { addLampPowers } from './migrations/0063-lamp-powers.ts';
import { addLinkPolicies } from './migrations/0064-link-policies.ts';
import { addGaugeWords } from './migrations/0065-gauge-words.ts';
import { addPersons } from './migrations/0066-persons.ts';
import { addApiKeys } from './migrations/0067-api-keys.ts';
import { addWebhooks } from './migrations/0070-webhooks.ts';
import { addAuditExports } from './migrations/0071-audit-exports.ts';
import { addDutyChannels } from './migrations/0075-duty-channels.ts';
import { addOidc } from './migrations/0080-oidc.ts';
import { addProofs } from './migrations/0081-proofs.ts';
import { addPasskeys } from './migrations/0082-passkeys.ts';
import { addDesiredVersion } from './migrations/0083-desired-version.ts';
import type { Database } from './schema.ts';

const BASELINE = '0040-baseline';

/** The steps that version 0.1.0 had gone, the oldest first. All together they made the schema of the baseline. */
const BEFORE_BASELINE = `
0001-initial 0002-bot 0003-served-by 0004-lookups 0005-device-list-version 0006-after-command 0007-bot-memory
0008-lamps 0009-asked 0010-schedule-ends 0011-deliveries-by-command 0012-device-credentials 0013-audit-chain
0014-sessions 0015-second-factor 0016-groups 0017-bulletins 0018-lit 0019-known-of-devices 0021-installation
0023-alerts 0025-in-service 0026-lamp-tests 0028-plans 0030-alarms 0032-profiles 0034-approvals 0035-home-assistant
0036-commands-by-time 0037-zone-shapes 0038-push 0039-lanes 0040-walls`
  .trim()
  .split(/\s+/);
const LAST_BEFORE_BASELINE = BEFORE_BASELINE.at(-1);

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
    [BASELINE]: { up: (schema) => createBaseline(schema, engine) },
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
    '0054-notifications': { up: (schema) => addNotifications(schema, engine) },
    '0055-comuni-table': { up: addComuniTable },
    '0056-alert-decider': { up: addAlertDecider },
    '0057-device-pictures': { up: addDevicePictures },
    '0058-handovers': { up: (schema) => addHandovers(schema, engine) },
    '0059-alert-ends-verde': { up: addAlertEndsVerde },
    '0060-public-changes': { up: (schema) => addPublicChanges(schema, engine) },
    '0061-public-subscribers': { up: (schema) => addPublicSubscribers(schema, engine) },
    '0062-gauges': { up: addGauges },
    '0063-lamp-powers': { up: addLampPowers },
    '0064-link-policies': { up: addLinkPolicies },
    '0065-gauge-words': { up: addGaugeWords },
    '0066-persons': { up: addPersons },
    '0067-api-keys': { up: addApiKeys(engine) },
    '0070-webhooks': { up: (schema) => addWebhooks(schema, engine) },
    '0071-audit-exports': { up: addAuditExports },
    '0075-duty-channels': { up: (schema) => addDutyChannels(schema, engine) },
    '0080-oidc': { up: addOidc },
    '0081-proofs': { up: addProofs },
    '0082-passkeys': { up: (schema) => addPasskeys(schema, engine) },
    '0083-desired-version': { up: addDesiredVersion },
  };
}

async function migrateSchema(db: Kysely<Database>, engine: Engine, upTo: string | undefined): Promise<void> {
  if (engine === 'postgres')
    await db.transaction().execute((transaction) => recognizeSchema(transaction, engine));
  else await recognizeSchema(db, engine);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrationsOf(engine)) },
  });
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error !== undefined) throw error instanceof Error ? error : new Error(String(error));
}

/**
 * Refuses a schema that this version cannot bring further, and notes the steps before the baseline as the baseline.
 * Servers that start at once do so one after the other.
 */
async function recognizeSchema(db: Kysely<Database>, engine: Engine): Promise<void> {
  if ((await listDone(db)).length === 0) return;
  const table = sql.table(DEFAULT_MIGRATION_TABLE);
  if (engine === 'postgres') await sql`lock table ${table} in exclusive mode`.execute(db);
  const done = await listDone(db);
  refuseForeignSchema(done);
  if (done.includes(BASELINE)) return;
  await sql`delete from ${table} where name in (${sql.join(BEFORE_BASELINE.slice(0, -1))})`.execute(db);
  await sql`update ${table} set name = ${BASELINE} where name = ${LAST_BEFORE_BASELINE}`.execute(db);
}

/** The newest step that the database has gone; undefined for an empty one. */
export async function newestMigration(db: Kysely<Database>): Promise<string | undefined> {
  return (await listDone(db)).at(-1);
}

/** The names of all steps, the oldest first. */
export function listMigrations(): string[] {
  return Object.keys(migrationsOf('sqlite'));
}

/** Whether this version can bring a schema further of which this is the newest step. */
export function ageOfSchema(newest: string): 'known' | 'older' | 'newer' {
  if (newest === LAST_BEFORE_BASELINE || listMigrations().includes(newest)) return 'known';
  return BEFORE_BASELINE.includes(newest) ? 'older' : 'newer';
}

/** What to do with data of before the baseline, in Italian: with those of a folder or of a backup. */
export function olderSchemaSentence(newest: string): string {
  return (
    `I dati sono di prima della versione 0.1.0 di Semaforo (schema ${newest}). La 0.1.0 li aggiorna: ` +
    'avviala una volta su questi dati, o ripristina con quella la copia, poi passa a questa versione'
  );
}

/**
 * A schema that a newer version made may mean something else, and one of before the baseline is brought further by no
 * step: nothing is read from it, nothing is written.
 */
function refuseForeignSchema(done: readonly string[]): void {
  const unknown = done.find((name) => !BEFORE_BASELINE.includes(name) && !listMigrations().includes(name));
  if (unknown !== undefined) {
    throw new StartupError(
      `La base di dati è di una versione più nuova di Semaforo (${unknown}): avvia quella, ` +
        'o ripristina in una cartella vuota la copia fatta prima dell’aggiornamento (npm run restore -- FILE)',
    );
  }
  const newest = done.at(-1);
  const isRecognized = done.includes(BASELINE) || BEFORE_BASELINE.every((name) => done.includes(name));
  if (newest !== undefined && !isRecognized) throw new StartupError(olderSchemaSentence(newest));
}

async function listDone(db: Kysely<Database>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}
