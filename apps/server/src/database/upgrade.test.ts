import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fillTables } from '../../test/fill-tables.ts';
import { createEmptyDatabase, testEngines } from '../../test/test-database.ts';
import { sealAudit } from '../records/seal-audit.ts';
import { countRows } from './count-rows.ts';
import type { OpenDatabase } from './engine.ts';
import { listMigrations, migrate } from './migrate.ts';
import { verifyAuditChain } from './verify-audit-chain.ts';

/** Made by a migration itself, or by a trigger. */
const NOT_COUNTED = ['audit_chain'];

describe.each(testEngines())('an upgrade on %s', (engine) => {
  let database: OpenDatabase;

  beforeEach(async () => {
    database = await createEmptyDatabase(engine);
  });
  afterEach(() => database.close());

  const readAll = async (tables: readonly string[]) => {
    const rows: Record<string, unknown[]> = {};
    for (const table of tables) {
      rows[table] = (await sql`select * from ${sql.table(table)}`.execute(database.db)).rows;
    }
    return rows;
  };

  test.each(listMigrations())('from the schema of %s keeps every row', async (step) => {
    await migrate(database, { upTo: step });
    await fillTables(database.db as unknown as Kysely<unknown>);
    const counts = await countRows(database.db);
    expect(Object.values(counts).every((count) => count > 0)).toBe(true);
    const before = await readAll(Object.keys(counts).filter((table) => !NOT_COUNTED.includes(table)));

    await migrate(database);
    const after = await readAll(Object.keys(before));
    // Columns may have come, none may have gone or changed; what one step corrects on purpose has a test of its own.
    for (const [table, rows] of Object.entries(before)) {
      const [row] = rows as Record<string, unknown>[];
      expect(after[table]).toHaveLength(rows.length);
      if (table !== 'schedules') expect(after[table]?.[0]).toMatchObject(asNamedNow(row ?? {}));
    }
    if ('audit_chain' in counts) return;
    while ((await sealAudit(database, { everywhere: true })) > 0);
    expect(await verifyAuditChain(database.db)).toMatchObject({ rows: 1, fault: undefined });
  });

  test('from a newer schema is refused, and changes nothing', async () => {
    await migrate(database);
    const later = { name: '9999-later', timestamp: '2030-01-01' };
    await sql`insert into kysely_migration (name, timestamp) values (${later.name}, ${later.timestamp})`.execute(
      database.db,
    );
    await expect(migrate(database)).rejects.toThrow('è di una versione più nuova di Semaforo (9999-later)');
  });
});

/** The row under the names that its columns have by now. */
function asNamedNow(row: Record<string, unknown>): Record<string, unknown> {
  const renamed: Readonly<Record<string, string>> = { colour: 'color' };
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [renamed[column] ?? column, value]));
}
