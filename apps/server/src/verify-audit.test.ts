import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { until } from '@semaforo/testing/until';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { spawnBundledServer } from '../test/bundled-server.ts';
import { runProgram } from '../test/run-program.ts';
import { createTestDatabasePlace, type TestDatabasePlace, testEngines } from '../test/test-database.ts';
import { appendAudit, PROGRAM } from './database/audit-trail.ts';
import { openDatabase } from './database/engine.ts';
import { migrate } from './database/migrate.ts';
import { sealAudit } from './records/seal-audit.ts';

describe.each(testEngines())('the check of the audit on %s', (engine) => {
  let place: TestDatabasePlace;
  let settings: Record<string, string>;

  beforeEach(async () => {
    place = await createTestDatabasePlace(engine);
    settings = {
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
      PORT: String(await freePort()),
      EMBEDDED_BROKER_PORT: String(await freePort()),
      ADMIN_PASSWORD: ADMIN.password,
    };
  });
  afterEach(() => place.remove());

  const verify = (...options: string[]) => runProgram('verify-audit', options, settings);
  /** As whoever can write in the database would: an anchor without a file, and the rows before it are gone. */
  const cutBeginning = async () => {
    const { db, close } = openDatabase(place);
    for (let at = 1; at <= 3; at += 1) await appendAudit(db, { at, author: PROGRAM, action: 'prova.riga' });
    while ((await sealAudit({ db, engine }, { everywhere: true })) > 0);
    const seals = await db.selectFrom('audit_chain').selectAll().orderBy('position', 'desc').execute();
    const { position, hash } = seals[1] ?? { position: 0, hash: '' };
    const file = { file: 'registro-1-2.jsonl', file_hash: 'f'.repeat(64) };
    await db
      .insertInto('audit_anchors')
      .values({ position, hash, at: 1, ...file })
      .execute();
    await db
      .deleteFrom('audit')
      .where('id', '<', seals[0]?.audit_id ?? 0)
      .execute();
    await db.deleteFrom('audit_chain').where('position', '<=', position).execute();
    await close();
  };
  const tamper = async () => {
    const { db, close } = openDatabase(place);
    const statement =
      engine === 'postgres' ? 'drop function refuse_audit_change cascade' : 'drop trigger audit_no_update';
    await sql.raw(statement).execute(db);
    await db.updateTable('audit').set({ username: 'nessuno' }).where('id', '=', 1).execute();
    await close();
  };

  test('does not call a beginning proven whose archive is not there', async () => {
    const database = openDatabase(place);
    await migrate(database);
    await database.close();
    await cutBeginning();
    expect(await verify()).toMatchObject({
      code: 2,
      output: expect.stringContaining(
        'Inizio del registro non dimostrato: mancano gli archivi registro-1-2.jsonl',
      ) as string,
    });
    expect(await verify('--archives', place.dataDir)).toMatchObject({ code: 2 });
    const sought = await verify('--seal', '0'.repeat(64));
    expect(sought.code).toBe(2);
    expect(sought.output).toContain('Il sigillo indicato può essere in un archivio che manca');
  });

  test('finds it intact while the server runs, knows a seal that was kept, and tells of tampering', async () => {
    const before = await verify();
    expect(before).toMatchObject({ code: 1 });
    const server = spawnBundledServer(settings);
    await server.ready();
    // A first start leaves two rows: the admin, and the table of zones that comes with the product.
    const seal = await until('the rows of the first start are sealed', async () => {
      const { output } = await verify();
      return /Ultimo sigillo: ([0-9a-f]{64}) \(riga 2\)/.exec(output)?.[1];
    });
    const intact = await verify('--seal', seal);
    expect(intact).toMatchObject({ code: 0 });
    expect(intact.output).toContain('Il sigillo indicato è quello della riga 2\nRegistro integro: 2 righe');
    expect(await server.end('SIGTERM')).toBe(0);
    expect(await verify('--seal', '0'.repeat(64))).toMatchObject({ code: 1 });
    await tamper();
    expect(await verify()).toEqual({
      code: 1,
      output: 'Registro manomesso: riga 1: non è quella che era stata sigillata\n',
    });
  });
});
