import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { lockDataDir } from '../database/data-dir-lock.ts';
import type { Secret } from '../platform/secret.ts';
import { type DatabaseCopy, withDatabaseCopy } from './database-copy.ts';
import type { DatabasePlace } from './database-place.ts';
import { listKeptFiles } from './kept-files.ts';
import { DATABASE, MANIFEST, type Manifest } from './manifest.ts';
import { type BackupEntry, packEntries } from './packed-entries.ts';
import { seal } from './sealed-stream.ts';
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
      const { content, ...facts } = copy;
      const manifest: Manifest = { ...facts, secretKey: place.secretKey === undefined ? 'file' : 'settings' };
      const packed = packEntries(entriesOf(place.dataDir, manifest, content));
      await writeNewFile(file, seal(through(packed, createGzip()), passphrase));
      made = manifest;
    });
  } finally {
    unlock();
  }
  if (!made) throw new Error('no copy was made');
  return made;
}

function* entriesOf(
  dataDir: string,
  manifest: Manifest,
  database: DatabaseCopy['content'],
): Generator<BackupEntry> {
  yield { name: MANIFEST, content: Readable.from([Buffer.from(JSON.stringify(manifest))]) };
  for (const name of listKeptFiles(dataDir)) yield { name, content: createReadStream(join(dataDir, name)) };
  yield { name: DATABASE, content: database };
}
