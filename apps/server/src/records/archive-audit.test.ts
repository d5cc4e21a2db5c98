import { appendFileSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import { ARCHIVE_FOLDER, findArchivedSeal, verifyAuditArchives } from '../database/audit-archive.ts';
import { appendAudit, PROGRAM } from '../database/audit-trail.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { verifyAuditChain } from '../database/verify-audit-chain.ts';
import { archiveAudit } from './archive-audit.ts';
import { sealAudit } from './seal-audit.ts';

describe.each(testEngines())('old rows of the audit on %s', (engine) => {
  let database: OpenDatabase;
  let dataDir: string;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    dataDir = mkdtempSync(join(tmpdir(), 'semaforo-archive-'));
    for (let at = 1; at <= 250; at += 1) await append(at);
    await seal();
  });
  afterEach(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true });
  });

  const append = (at: number) =>
    appendAudit(database.db, { at, author: PROGRAM, action: 'prova.riga', after: { città: 'Forlì', at } });
  const seal = async () => {
    while ((await sealAudit(database, { everywhere: true })) > 0);
  };
  const archive = (before: number) => archiveAudit({ db: database.db, dataDir }, { before, now: 1000 });
  const ids = async () =>
    (await database.db.selectFrom('audit').select('id').orderBy('id').execute()).map(({ id }) => id);
  const verify = async () => ({
    chain: await verifyAuditChain(database.db),
    archives: await verifyAuditArchives(database.db, dataDir),
  });

  test('go into a file from which, with what is left, the chain is still proven', async () => {
    const { hash } = await database.db
      .selectFrom('audit_chain')
      .select('hash')
      .where('audit_id', '=', 5)
      .executeTakeFirstOrThrow();
    expect(await archive(121)).toBe(120);
    const folders = [join(dataDir, ARCHIVE_FOLDER)];
    expect(await findArchivedSeal(database.db, folders, hash)).toBe(5);
    expect(await findArchivedSeal(database.db, folders, 'f'.repeat(64))).toBeUndefined();
    expect((await ids())[0]).toBe(121);
    expect(await archive(121)).toBe(0);
    expect(await archive(201)).toBe(80);
    await append(251);
    await seal();
    expect(readdirSync(join(dataDir, ARCHIVE_FOLDER))).toEqual([
      'registro-1-120.jsonl',
      'registro-121-200.jsonl',
    ]);
    expect(await verify()).toMatchObject({
      chain: { rows: 251, fault: undefined },
      archives: { rows: 200, missing: [], fault: undefined },
    });
  });

  test('never take the newest seal with them, which the next one follows', async () => {
    await archive(Number.MAX_SAFE_INTEGER);
    expect(await ids()).toEqual([250]);
    await append(251);
    await seal();
    expect((await verify()).chain).toMatchObject({ rows: 251, fault: undefined });
  });

  test('are not believed when their file was changed, and are named when it is elsewhere', async () => {
    await archive(121);
    const file = join(dataDir, ARCHIVE_FOLDER, 'registro-1-120.jsonl');
    renameSync(file, `${file}.altrove`);
    expect((await verify()).archives).toEqual({
      rows: 0,
      missing: ['registro-1-120.jsonl'],
      fault: undefined,
    });
    renameSync(`${file}.altrove`, file);
    appendFileSync(file, '\n');
    expect((await verify()).archives.fault).toBe(
      'archivio registro-1-120.jsonl: contiene una riga che non si legge',
    );
  });

  test('are kept by the database itself until an anchor names a seal that was there', async () => {
    const { db } = database;
    await expect(db.deleteFrom('audit').where('id', '=', 1).execute()).rejects.toThrow(/append-only/);
    const anchor = { position: 100, hash: 'f'.repeat(64), at: 1, file: 'x', file_hash: 'x' };
    await expect(db.insertInto('audit_anchors').values(anchor).execute()).rejects.toThrow(/append-only/);
    await archive(121);
    await expect(db.deleteFrom('audit').where('id', '=', 121).execute()).rejects.toThrow(/append-only/);
    await expect(db.deleteFrom('audit_chain').where('position', '=', 121).execute()).rejects.toThrow(
      /append-only/,
    );
    await expect(db.deleteFrom('audit_anchors').execute()).rejects.toThrow(/append-only/);
    await expect(db.updateTable('audit_anchors').set({ position: 999 }).execute()).rejects.toThrow(
      /append-only/,
    );
  });

  test('are not let go by an anchor at a row that is younger than a day', async () => {
    await append(Date.now() - 23 * 60 * 60 * 1000);
    await append(1);
    await seal();
    const { hash } = await database.db
      .selectFrom('audit_chain')
      .select('hash')
      .where('position', '=', 252)
      .executeTakeFirstOrThrow();
    const anchor = { position: 252, hash, at: 1, file: 'x', file_hash: 'x' };
    await expect(database.db.insertInto('audit_anchors').values(anchor).execute()).rejects.toThrow(
      /too young for an anchor/,
    );
  });

  test('whose deletion was cut midway are deleted by the next call', async () => {
    await archive(121);
    const { hash } = await database.db
      .selectFrom('audit_chain')
      .select('hash')
      .where('position', '=', 150)
      .executeTakeFirstOrThrow();
    await database.db
      .insertInto('audit_anchors')
      .values({ position: 150, hash, at: 1, file: 'altrove.jsonl', file_hash: '' })
      .execute();
    expect((await verify()).chain.fault).toBeUndefined();
    expect(await archive(121)).toBe(30);
    expect((await ids())[0]).toBe(151);
  });
});
