import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase, SQLITE_FILE } from '../database/engine.ts';
import type { AuditVerification } from '../database/verify-audit-chain.ts';
import type { Secret } from '../platform/secret.ts';
import { assessDatabase } from './assess-database.ts';
import { BackupError } from './backup-error.ts';
import type { Manifest } from './manifest.ts';
import { restorePostgres } from './postgres-programs.ts';
import { readBackup, writeFile } from './read-backup.ts';

const MAY_NOT = '42501';

/** A database of its own on a server of PostgreSQL, to try a backup with. */
type TrialDatabase = { url: string; remove: () => Promise<void> };

/**
 * Restores a backup where nothing depends on it, and holds it against what it says of itself. One of PostgreSQL needs a
 * server of it, at the URL: there it gets a database of its own, for as long as it takes.
 */
export async function checkBackup(
  source: { file: string; passphrase: Secret },
  { databaseUrl }: { databaseUrl: string | undefined },
): Promise<{ manifest: Manifest; audit: AuditVerification }> {
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-copia-'));
  let trial: TrialDatabase | undefined;
  try {
    const manifest = await readBackup(source, {
      folder,
      accept: ({ engine }) => {
        if (engine === 'sqlite' || databaseUrl !== undefined) return;
        throw new BackupError('La copia è di PostgreSQL: per verificarla serve DATABASE_URL, dove provarla');
      },
      receive: async (engine, content) => {
        if (engine === 'sqlite') return writeFile(join(folder, SQLITE_FILE), content);
        trial = await makeTrialDatabase(String(databaseUrl));
        await restorePostgres(trial.url, content);
      },
    });
    const database = openDatabase({ databaseUrl: trial?.url, dataDir: folder });
    try {
      return { manifest, audit: await assessDatabase(database, manifest) };
    } finally {
      await database.close();
    }
  } finally {
    await trial?.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makeTrialDatabase(databaseUrl: string): Promise<TrialDatabase> {
  const name = `semaforo_prova_${randomBytes(6).toString('hex')}`;
  try {
    await administer(databaseUrl, `create database ${name} template template0`);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === MAY_NOT)) throw error;
    throw new BackupError(
      'Per verificare la copia serve un utente di PostgreSQL che può creare una base di dati (createdb)',
    );
  }
  const url = new URL(databaseUrl);
  url.pathname = name;
  return { url: url.href, remove: () => administer(databaseUrl, `drop database ${name} with (force)`) };
}

async function administer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
