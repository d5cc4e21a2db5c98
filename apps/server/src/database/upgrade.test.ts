import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeSchema } from '../../test/describe-schema.ts';
import { fillTables } from '../../test/fill-tables.ts';
import { createDatabaseOf010, createEmptyDatabase, testEngines } from '../../test/test-database.ts';
import { sealAudit } from '../records/seal-audit.ts';
import { countRows } from './count-rows.ts';
import type { OpenDatabase } from './engine.ts';
import { listMigrations, migrate } from './migrate.ts';
import { verifyAuditChain } from './verify-audit-chain.ts';

/** Made by a migration itself, or by a trigger. */
const NOT_COUNTED = ['audit_chain'];
/** Of each row one notification was made. */
const FORMER_OUTBOXES = ['bot_outbox', 'alarm_mails', 'push_messages'];

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
    const isKept = (table: string) => ![...NOT_COUNTED, ...FORMER_OUTBOXES].includes(table);
    const before = await readAll(Object.keys(counts).filter(isKept));

    await migrate(database);
    const { rows } = await sql`select * from notifications`.execute(database.db);
    const made = FORMER_OUTBOXES.filter((table) => table in counts).length;
    expect(rows).toHaveLength(made + (counts.notifications ?? 0));
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

describe.each(testEngines())('data of version 0.1.0 on %s', (engine) => {
  let database: OpenDatabase;

  beforeEach(async () => {
    database = await createDatabaseOf010(engine);
  });
  afterEach(() => database.close());

  const readSteps = async () => {
    const { rows } = await sql<{ name: string; timestamp: string }>`
      select name, timestamp from kysely_migration order by name`.execute(database.db);
    return rows;
  };
  const readAll = async () => {
    const rows: Record<string, Record<string, unknown>[]> = {};
    for (const table of Object.keys(await countRows(database.db))) {
      const read = sql<Record<string, unknown>>`select * from ${sql.table(table)}`;
      rows[table] = (await read.execute(database.db)).rows.toSorted((a, b) =>
        beginningOf(a).localeCompare(beginningOf(b)),
      );
    }
    return rows;
  };
  const createNew = async (upTo?: string) => {
    const created = await createEmptyDatabase(engine);
    await migrate(created, upTo === undefined ? {} : { upTo });
    const schema = await describeSchema(created);
    await created.close();
    return schema;
  };

  test('have the schema that the baseline makes', async () => {
    const schema = await describeSchema(database);
    expect(Object.keys(schema).length).toBeGreaterThan(100);
    expect(schema).toEqual(await createNew('0040-baseline'));
  });

  test.each(['0040-baseline', '0045-servers', '0053-maintenance'])(
    'are recognized also when later steps up to %s were gone',
    async (step) => {
      const steps = await readSteps();
      const before = await readAll();
      await migrate(database, { upTo: step });
      // As the versions between, which knew no baseline, left it.
      const later = (await readSteps()).filter(({ name }) => name !== '0040-baseline');
      await sql`delete from kysely_migration`.execute(database.db);
      for (const { name, timestamp } of [...steps, ...later])
        await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(
          database.db,
        );

      await migrate(database);
      expect((await readSteps()).map(({ name }) => name)).toEqual(listMigrations());
      expect(await describeSchema(database)).toEqual(await createNew());
      const after = await readAll();
      for (const [table, rows] of Object.entries(before)) {
        if (FORMER_OUTBOXES.includes(table)) continue;
        expect(after[table]).toMatchObject(rows.map((row) => kept(table, row)));
      }
      expect(before.bot_outbox?.length).toBeGreaterThan(0);
      expect(after.notifications).toMatchObject(
        (before.bot_outbox ?? []).map((row) => ({ recipient: row.chat_id, key: row.notice_key })),
      );
      expect(await verifyAuditChain(database.db)).toMatchObject({
        rows: before.audit?.length,
        fault: undefined,
      });
    },
  );

  test('are brought further once by two servers that start together', async () => {
    await Promise.all([migrate(database), migrate(database)]);
    expect((await readSteps()).map(({ name }) => name)).toEqual(listMigrations());
  });

  test.each(['0001-initial', '0028-plans', '0039-lanes'])(
    'are refused unchanged at the schema of %s',
    async (step) => {
      await sql`delete from kysely_migration where name > ${step}`.execute(database.db);
      const state = async () => [await readSteps(), await describeSchema(database), await readAll()];
      const before = await state();
      await expect(migrate(database)).rejects.toThrow(
        `I dati sono di prima della versione 0.1.0 di Semaforo (schema ${step}). La 0.1.0 li aggiorna`,
      );
      expect(await state()).toEqual(before);
    },
  );
});

/** The row under the names that its columns have by now. */
function asNamedNow(row: Record<string, unknown>): Record<string, unknown> {
  const renamed: Readonly<Record<string, string>> = { colour: 'color' };
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [renamed[column] ?? column, value]));
}

/** By what rows are told apart: keys have two columns at most, and come first. */
function beginningOf(row: Record<string, unknown>): string {
  return JSON.stringify(Object.values(row).slice(0, 2));
}

/** What an upgrade leaves as it was: what is desired of a device it takes from the last command. */
function kept(table: string, row: Record<string, unknown>): Record<string, unknown> {
  const { asked_value: _value, asked_at: _at, asked_by: _by, ...others } = row;
  return asNamedNow(table === 'device_states' ? others : row);
}
