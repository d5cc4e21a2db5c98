import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { lockDataDir } from '../database/data-dir-lock.ts';
import type { Secret } from '../platform/secret.ts';
import { encryptAge } from './age-stream.ts';
import type { BackupEntry } from './backup-entry.ts';
import { withDatabaseCopy } from './database-copy.ts';
import type { DatabasePlace } from './database-place.ts';
import { listKeptFiles } from './kept-files.ts';
import { DATABASE, MANIFEST, type Manifest } from './manifest.ts';
import { writeTar } from './tar-entries.ts';
import { through } from './through.ts';
import { refuseExisting, writeNewFile } from './write-new-file.ts';

/** Writes a backup of the database and the secrets into a new file, while a server may be running on them. */
export async function makeBackup(
  place: DatabasePlace & { secretKey: Secret | undefined },
  { file, passphrase }: { file: string; passphrase: Secret },
): Promise<Manifest> {
  refuseExisting(file);
  const unlock = lockDataDir(place.dataDir, 'backup');
  let made: Manifest | undefined;
  try {
    await withDatabaseCopy(place, async (copy) => {
      const { content, bytes, ...facts } = copy;
      const manifest: Manifest = { ...facts, secretKey: place.secretKey === undefined ? 'file' : 'settings' };
      const packed = writeTar(entriesOf(place.dataDir, manifest, { name: DATABASE, content, bytes }));
      await writeNewFile(file, encryptAge(through(packed, createGzip()), passphrase));
      made = manifest;
    });
  } finally {
    unlock();
  }
  if (!made) throw new Error('no copy was made');
  return made;
}

function* entriesOf(dataDir: string, manifest: Manifest, database: BackupEntry): Generator<BackupEntry> {
  const facts = Buffer.from(JSON.stringify(manifest));
  yield { name: MANIFEST, content: Readable.from([facts]), bytes: facts.length };
  for (const name of listKeptFiles(dataDir)) {
    const path = join(dataDir, name);
    yield { name, content: createReadStream(path), bytes: statSync(path).size };
  }
  yield database;
}
