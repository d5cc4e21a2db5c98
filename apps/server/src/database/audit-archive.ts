import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Kysely, Selectable } from 'kysely';
import { FIRST_SEAL, sealOf } from './audit-seal.ts';
import type { AuditTable } from './schema/audit.ts';
import type { Database } from './schema.ts';

/** In the data folder: what was taken out of the audit, a file for each time. */
export const ARCHIVE_FOLDER = 'registro-archiviato';

/** A line of an archive: a row of the audit with its seal. */
export type ArchivedRow = { position: number; hash: string; row: Selectable<AuditTable> };

/** What became of the archives: `fault` is the first thing that is wrong, in Italian; `missing` are not here. */
export type ArchiveVerification = { rows: number; missing: string[]; fault: string | undefined };

/**
 * Checks the files that the anchors name, each from the seal where the one before it ends to its own anchor. They lie
 * in the data folder or in one of the `elsewhere`, to which somebody has moved them.
 */
export async function verifyAuditArchives(
  db: Kysely<Database>,
  dataDir: string,
  elsewhere: readonly string[] = [],
): Promise<ArchiveVerification> {
  const folders = [join(dataDir, ARCHIVE_FOLDER), ...elsewhere];
  const anchors = await db.selectFrom('audit_anchors').selectAll().orderBy('position').execute();
  const result: ArchiveVerification = { rows: 0, missing: [], fault: undefined };
  let previous = { position: 0, hash: FIRST_SEAL };
  for (const anchor of anchors) {
    const path = folders.map((folder) => join(folder, anchor.file)).find(existsSync);
    if (path === undefined) result.missing.push(anchor.file);
    else {
      const end = await readArchive(path, previous);
      if (typeof end === 'string' || end.hash !== anchor.hash || end.fileHash !== anchor.file_hash) {
        const fault = typeof end === 'string' ? end : 'non è quello che era stato scritto';
        return { ...result, fault: `archivio ${anchor.file}: ${fault}` };
      }
      result.rows += end.position - previous.position;
    }
    previous = anchor;
  }
  return result;
}

/** The row that has a seal in one of the archives that are here; undefined: none has. */
export async function findArchivedSeal(
  db: Kysely<Database>,
  folders: readonly string[],
  seal: string,
): Promise<number | undefined> {
  const anchors = await db.selectFrom('audit_anchors').select('file').orderBy('position').execute();
  for (const { file } of anchors) {
    const path = folders.map((folder) => join(folder, file)).find(existsSync);
    if (path === undefined) continue;
    for await (const line of createInterface({ input: createReadStream(path) })) {
      const archived = parsedLine(line);
      if (archived?.hash === seal) return archived.row.id;
    }
  }
  return undefined;
}

async function readArchive(path: string, from: { position: number; hash: string }) {
  const fileHash = createHash('sha256');
  let { position, hash } = from;
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    fileHash.update(`${line}\n`);
    const archived = parsedLine(line);
    if (!archived) return 'contiene una riga che non si legge';
    const { position: given, hash: seal, row } = archived;
    position += 1;
    hash = sealOf(hash, row);
    if (given !== position || seal !== hash) return `riga ${row.id}: non è quella che era stata sigillata`;
  }
  return { position, hash, fileHash: fileHash.digest('hex') };
}

function parsedLine(line: string): ArchivedRow | undefined {
  try {
    return JSON.parse(line) as ArchivedRow;
  } catch {
    return undefined;
  }
}
