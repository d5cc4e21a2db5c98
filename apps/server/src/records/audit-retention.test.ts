import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SERVER_ID } from '../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import { createTestLogger } from '../../test/test-logger.ts';
import { ARCHIVE_FOLDER } from '../database/audit-archive.ts';
import { appendAudit, PROGRAM } from '../database/audit-trail.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { createAuditRetention } from './audit-retention.ts';
import { sealAudit } from './seal-audit.ts';

const DAY_MS = 24 * 60 * 60_000;
/** This server's clock is ahead of that of the database, which judges what is a day old. */
const AHEAD_MS = 20_000;

describe.each(testEngines())('the retention of the audit on %s', (engine) => {
  let database: OpenDatabase;
  let dataDir: string;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    dataDir = mkdtempSync(join(tmpdir(), 'semaforo-retention-'));
  });
  afterEach(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true });
  });

  test('takes out only what is a day old by the clock of the database, too', async () => {
    const clock = { now: () => Date.now() + AHEAD_MS };
    const logger = createTestLogger();
    const ages = [DAY_MS + 10 * 60_000, DAY_MS + AHEAD_MS / 2, 0];
    for (const age of ages) {
      await appendAudit(database.db, { at: clock.now() - age, author: PROGRAM, action: 'prova.riga' });
    }
    await sealAudit(database, { everywhere: true });
    const retention = createAuditRetention({
      ...{ db: database.db, dataDir, serverId: SERVER_ID, keepMs: DAY_MS, everyMs: 5, clock, logger },
    });
    retention.start();
    await until('the retention has done or failed', () => logger.entries.length > 0);
    await retention.stop();
    expect(logger.lines).toEqual([expect.objectContaining({ rows: 1 })]);
    expect(readdirSync(join(dataDir, ARCHIVE_FOLDER))).toEqual(['registro-1-1.jsonl']);
  });
});
