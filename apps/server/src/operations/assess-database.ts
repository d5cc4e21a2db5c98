import { type Kysely, sql } from 'kysely';
import { countRows } from '../database/count-rows.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { migrate } from '../database/migrate.ts';
import type { Database } from '../database/schema.ts';
import { type AuditVerification, verifyAuditChain } from '../database/verify-audit-chain.ts';
import { BackupError } from './backup-error.ts';
import type { Manifest } from './manifest.ts';

/** Throws with the sentence when SQLite finds damage anywhere in its file. */
export async function refuseDamaged(db: Kysely<Database>, sentence: string): Promise<void> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(db);
  if (rows[0]?.integrity_check !== 'ok') throw new BackupError(sentence);
}

/**
 * Holds a database that was read back against what its backup says of itself, then brings it to the schema of this
 * version, which reads its audit. Resolves to what the chain says.
 */
export async function assessDatabase(
  { db, engine }: Pick<OpenDatabase, 'db' | 'engine'>,
  manifest: Manifest,
): Promise<AuditVerification> {
  if (engine === 'sqlite') await refuseDamaged(db, 'La base di dati nella copia è danneggiata');
  const rows = await countRows(db);
  for (const [table, count] of Object.entries(manifest.rows)) {
    if (rows[table] === count) continue;
    throw new BackupError(
      `La copia è incompleta: la tabella ${table} ha ${rows[table] ?? 0} righe invece di ${count}`,
    );
  }
  await migrate({ db, engine });
  const audit = await verifyAuditChain(db);
  if (audit.fault !== undefined) throw new BackupError(`Il registro nella copia è manomesso: ${audit.fault}`);
  return audit;
}
