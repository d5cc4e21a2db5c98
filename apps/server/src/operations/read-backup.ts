import { closeSync, createReadStream, createWriteStream, existsSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Engine } from '../database/engine.ts';
import { ageOfSchema, olderSchemaSentence } from '../database/migrate.ts';
import { makeFolder } from '../platform/make-folder.ts';
import type { Secret } from '../platform/secret.ts';
import { AGE_MAGIC, decryptAge } from './age-stream.ts';
import type { BackupEntry } from './backup-entry.ts';
import { BackupError } from './backup-error.ts';
import { isKeptFile } from './kept-files.ts';
import { DATABASE, MANIFEST, type Manifest, readManifest } from './manifest.ts';
import { unpackEntries } from './packed-entries.ts';
import { unseal } from './sealed-stream.ts';
import { readTar } from './tar-entries.ts';
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
  let manifest: Manifest | undefined;
  let hasDatabase = false;
  for await (const { name, content } of entriesOf(source)) {
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

function entriesOf({ file, passphrase }: { file: string; passphrase: Secret }): AsyncIterable<BackupEntry> {
  const sealed = createReadStream(file);
  if (beginsWith(file, AGE_MAGIC)) return readTar(through(decryptAge(sealed, passphrase), createGunzip()));
  return unpackEntries(through(unseal(sealed, passphrase), createGunzip()));
}

function beginsWith(file: string, text: string): boolean {
  const handle = openSync(file, 'r');
  try {
    const head = Buffer.alloc(text.length);
    readSync(handle, head, 0, head.length, 0);
    return head.toString('latin1') === text;
  } finally {
    closeSync(handle);
  }
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
