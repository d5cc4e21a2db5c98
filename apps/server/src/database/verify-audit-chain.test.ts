import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import { sealAudit } from '../records/seal-audit.ts';
import { appendAudit } from './audit-trail.ts';
import type { OpenDatabase } from './engine.ts';
import { verifyAuditChain } from './verify-audit-chain.ts';

const APPEND_ONLY = /append-only/;

describe.each(testEngines())('the chain of the audit on %s', (engine) => {
  let database: OpenDatabase;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    for (const action of ['a.one', 'a.two', 'a.three', 'a.four']) await append(action);
    await seal();
  });
  afterEach(() => database.close());

  const append = (action: string) =>
    appendAudit(database.db, {
      at: Date.UTC(2026, 10, 22),
      author: { id: 1, username: 'anna', address: '192.0.2.1' },
      action,
      after: { città: 'Forlì' },
    });
  const seal = async () => {
    while ((await sealAudit(database, { everywhere: true })) > 0);
  };
  const verify = () => verifyAuditChain(database.db);
  const run = (statement: string) => sql.raw(statement).execute(database.db);
  /** As someone may do who owns the file, or the tables. */
  const dropTriggers = async () => {
    if (engine === 'postgres') {
      await run('drop function refuse_audit_change cascade');
      return;
    }
    for (const table of ['audit', 'audit_chain']) {
      for (const name of ['no_update', 'no_delete', 'no_replace']) await run(`drop trigger ${table}_${name}`);
    }
  };

  test('is intact when nothing was changed, also while rows wait for their seal', async () => {
    await append('a.five');
    expect(await verify()).toMatchObject({ rows: 4, waiting: 1, fault: undefined, newest: { auditId: 4 } });
    await seal();
    expect(await verify()).toMatchObject({ rows: 5, waiting: 0, fault: undefined, newest: { auditId: 5 } });
  });

  test.each([
    "update audit set username = 'bruno' where id = 2",
    'delete from audit where id = 2',
    'update audit_chain set hash = hash',
    'delete from audit_chain where position = 4',
  ])('is guarded by the database itself: %s', async (statement) => {
    await expect(run(statement)).rejects.toThrow(APPEND_ONLY);
    expect(await verify()).toMatchObject({ rows: 4, fault: undefined });
  });

  test.runIf(engine === 'sqlite')('is guarded against an insert that replaces', async () => {
    const replacing = "insert or replace into audit (id, at, action) values (2, 0, 'a.forged')";
    await expect(run(replacing)).rejects.toThrow(APPEND_ONLY);
  });

  test.runIf(engine === 'postgres')('is guarded against a table that is emptied', async () => {
    await expect(run('truncate audit')).rejects.toThrow(APPEND_ONLY);
  });

  test.each([
    ['a changed row', "update audit set username = 'bruno' where id = 2", 'riga 2: non è quella'],
    ['a changed outcome', "update audit set outcome = 'fallita' where id = 4", 'riga 4: non è quella'],
    ['a deleted row', 'delete from audit where id = 3', 'riga 3: manca'],
    ['a deleted seal', 'delete from audit_chain where position = 3', 'anello 3 della catena: manca'],
    [
      'two rows that changed places',
      "update audit set action = case id when 2 then 'a.three' else 'a.two' end where id in (2, 3)",
      'riga 2: non è quella',
    ],
    [
      'two seals that changed places',
      'update audit_chain set audit_id = -audit_id where position in (2, 3)',
      'manca',
    ],
  ])('shows %s', async (_what, statement, fault) => {
    await dropTriggers();
    await run(statement);
    expect((await verify()).fault).toContain(fault);
  });

  test('shows a row that was put in between', async () => {
    await dropTriggers();
    await run('delete from audit_chain where position = 4');
    await run('delete from audit where id = 4');
    await append('a.five');
    await seal();
    await run("insert into audit (id, at, action) values (4, 0, 'a.forged')");
    expect((await verify()).fault).toBe('riga 4: è nel registro, ma non nella catena');
  });

  test('goes on from rows that an older version wrote', async () => {
    await dropTriggers();
    await run('delete from audit_chain');
    for (let row = 0; row < 250; row += 1) await append('a.old');
    await seal();
    expect(await verify()).toMatchObject({ rows: 254, waiting: 0, fault: undefined });
  });

  test.runIf(engine === 'postgres')(
    'takes up a row that is committed after newer ones, and two sealers',
    async () => {
      let commit: () => void = () => {};
      const mayCommit = new Promise<void>((resolve) => (commit = resolve));
      const isWritten = new Promise<void>((written) => {
        void late.push(
          database.db.transaction().execute(async (transaction) => {
            await sql`insert into audit (at, action) values (0, 'a.late')`.execute(transaction);
            written();
            await mayCommit;
          }),
        );
      });
      await isWritten;
      await append('a.six');
      await Promise.all([seal(), seal(), seal()]);
      expect(await verify()).toMatchObject({ rows: 5, newest: { auditId: 6 } });
      commit();
      await Promise.all(late);
      expect(await sealAudit(database, { everywhere: false })).toBe(1);
      expect(await verify()).toMatchObject({ rows: 6, fault: undefined, newest: { auditId: 5 } });
    },
  );

  const late: Promise<void>[] = [];
});
