import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Engine } from '../database/engine.ts';
import { ageOfSchema, olderSchemaSentence } from '../database/migrate.ts';
import { makeFolder } from '../platform/make-folder.ts';
import type { Secret } from '../platform/secret.ts';
import { BackupError } from './backup-error.ts';
import { isKeptFile } from './kept-files.ts';
import { DATABASE, MANIFEST, type Manifest, readManifest } from './manifest.ts';
import { unpackEntries } from './packed-entries.ts';
import { unseal } from './sealed-stream.ts';
import { through } from './through.ts';

/**
 * Reads a backup: the files of the data folder are written into `folder`, the database is given to `receive`. Rejects
 * with a BackupError when the backup cannot be used.
 */
export async function readBackup(
  source: { file: string; passphrase: Secret },
  target: {
    folder: string;
    /** Called before anything is written; throws when this backup cannot be restored there. */
    accept: (manifest: Manifest) => void;
    receive: (engine: Engine, content: AsyncIterable<Buffer>) => Promise<void>;
  },
): Promise<Manifest> {
  if (!existsSync(source.file)) throw new BackupError(`Il file ${source.file} non esiste`);
  const plain = unseal(createReadStream(source.file), source.passphrase);
  const packed = through(plain, createGunzip());
  let manifest: Manifest | undefined;
  let hasDatabase = false;
  for await (const { name, content } of unpackEntries(packed)) {
    if (name === MANIFEST) {
      manifest = await readManifest(content);
      refuseForeignSchema(manifest);
      target.accept(manifest);
    } else if (manifest && name === DATABASE) {
      await target.receive(manifest.engine, content);
      hasDatabase = true;
    } else if (manifest && isKeptFile(name)) {
      await writeFile(join(target.folder, name), content);
    } else {
      throw new BackupError(`La copia contiene un file che questa versione non conosce: ${name}`);
    }
  }
  if (!manifest || !hasDatabase) throw new BackupError('La copia non contiene una base di dati');
  return manifest;
}

/** Writes a file that only its owner may read. */
export async function writeFile(path: string, content: AsyncIterable<Buffer>): Promise<void> {
  makeFolder(dirname(path));
  await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
}

function refuseForeignSchema({ migration }: Manifest): void {
  const age = ageOfSchema(migration);
  if (age === 'older') throw new BackupError(olderSchemaSentence(migration));
  if (age === 'known') return;
  throw new BackupError(
    `La copia è di una versione più nuova di Semaforo (${migration}): si ripristina con quella`,
  );
}
