import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, SQLITE_FILE } from '../database/engine.ts';
import type { AuditVerification } from '../database/verify-audit-chain.ts';
import type { Secret } from '../platform/secret.ts';
import { BackupError } from './backup-error.ts';
import { judgeDatabase } from './judge-database.ts';
import type { Manifest } from './manifest.ts';
import { restorePostgres } from './postgres-programs.ts';
import { readBackup, writeFile } from './read-backup.ts';
import { makeTrialDatabase, type TrialDatabase } from './trial-database.ts';

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
      return { manifest, audit: await judgeDatabase(database, manifest) };
    } finally {
      await database.close();
    }
  } finally {
    await trial?.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}
