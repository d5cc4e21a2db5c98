import { until } from '@semaforo/testing/until';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';
import { createTestLogger } from '../../test/test-logger.ts';
import { PROGRAM } from './audit-trail.ts';
import type { OpenDatabase } from './engine.ts';
import { createLateAudit } from './late-audit.ts';

let database: OpenDatabase;

beforeEach(async () => {
  database = await createTestDatabase('sqlite');
});
afterEach(() => database.close());

test('what the disk does not take is stored once it does', async () => {
  const { db } = database;
  const rows = () => db.selectFrom('audit').select('action').execute();
  const audit = createLateAudit({ db, logger: createTestLogger() });
  const { rows: pages } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  // The database may not grow: as on a full disk, SQLite answers SQLITE_FULL once its free pages are used.
  await sql.raw(`pragma max_page_count = ${pages[0]?.page_count}`).execute(db);
  const long = { after: 'x'.repeat(500_000) };
  await audit.append({ at: 1, author: PROGRAM, action: 'commands.stop', ...long });
  expect(await rows()).toEqual([]);
  await sql.raw('pragma max_page_count = 100000').execute(db);
  await until('the row is stored', async () => (await rows()).length === 1);
  await audit.stop();
});
