import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { ARCHIVE_FOLDER, type ArchivedRow } from '../database/audit-archive.ts';
import type { Database } from '../database/schema.ts';
import { makeFolder } from '../platform/make-folder.ts';

/** Few: nothing else is stored while they are deleted. */
const DELETED_AT_ONCE = 100;
const READ_AT_ONCE = 200;
const ROWS_IN_A_FILE = 10_000;

/**
 * Takes the rows before a time out of the audit: into a file, then an anchor that says where the chain goes on, then
 * away, in small steps. What a crash leaves of that is done by the next call. Resolves to how many rows went.
 */
export async function archiveAudit(
  { db, dataDir }: { db: Kysely<Database>; dataDir: string },
  { before, now }: { before: number; now: number },
): Promise<number> {
  let deleted = await deleteAnchored(db);
  const rows = await listOld(db, before);
  const last = rows.at(-1);
  if (!last) return deleted;
  const file = `registro-${rows[0]?.position}-${last.position}.jsonl`;
  const fileHash = writeArchive(join(dataDir, ARCHIVE_FOLDER), file, rows);
  await db
    .insertInto('audit_anchors')
    .values({ position: last.position, hash: last.hash, at: now, file, file_hash: fileHash })
    .execute();
  deleted += await deleteAnchored(db);
  return deleted;
}

/** The oldest rows of the chain, without a gap, up to the first that is to be kept; never the newest seal. */
async function listOld(db: Kysely<Database>, before: number): Promise<ArchivedRow[]> {
  const found: ArchivedRow[] = [];
  const newest = await db
    .selectFrom('audit_chain')
    .select(({ fn }) => fn.max<number | null>('position').as('position'))
    .executeTakeFirstOrThrow();
  let after = 0;
  while (found.length < ROWS_IN_A_FILE) {
    const page = await db
      .selectFrom('audit_chain')
      .innerJoin('audit', 'audit.id', 'audit_chain.audit_id')
      .selectAll('audit')
      .select(['audit_chain.position', 'audit_chain.hash'])
      .where('audit_chain.position', '>', after)
      .where('audit_chain.position', '<', newest.position ?? 0)
      .orderBy('audit_chain.position')
      .limit(READ_AT_ONCE)
      .execute();
    for (const { position, hash, ...row } of page) {
      if (row.at >= before) return found;
      found.push({ position, hash, row });
      after = position;
    }
    if (page.length < READ_AT_ONCE) return found;
  }
  return found;
}

/** Writes the file as a whole or not at all, and puts it on the disk. Resolves to its SHA-256. */
function writeArchive(folder: string, name: string, rows: readonly ArchivedRow[]): string {
  makeFolder(folder);
  const draft = join(folder, `${name}.parziale`);
  const hash = createHash('sha256');
  const file = openSync(draft, 'w', 0o600);
  try {
    for (const row of rows) {
      const line = `${JSON.stringify(row)}\n`;
      hash.update(line);
      writeSync(file, line);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, join(folder, name));
  return hash.digest('hex');
}

async function deleteAnchored(db: Kysely<Database>): Promise<number> {
  const anchor = await db
    .selectFrom('audit_anchors')
    .select(({ fn }) => fn.max<number | null>('position').as('position'))
    .executeTakeFirstOrThrow();
  let deleted = 0;
  for (;;) {
    const seals = await db
      .selectFrom('audit_chain')
      .select(['position', 'audit_id'])
      .where('position', '<=', anchor.position ?? 0)
      .orderBy('position')
      .limit(DELETED_AT_ONCE)
      .execute();
    if (seals.length === 0) return deleted;
    await db.transaction().execute(async (transaction) => {
      // First the rows: the database lets go of them because of where their seals are.
      const ids = seals.map(({ audit_id }) => audit_id);
      await transaction.deleteFrom('audit').where('id', 'in', ids).execute();
      const positions = seals.map(({ position }) => position);
      await transaction.deleteFrom('audit_chain').where('position', 'in', positions).execute();
    });
    deleted += seals.length;
  }
}
