import type { BackupEntry } from './backup-entry.ts';
import { BackupError } from './backup-error.ts';
import { type ByteReader, createByteReader } from './byte-reader.ts';

const LENGTH_BYTES = 4;
/** Longer frames were not written by us. */
const LONGEST_FRAME = 16 * 1024 * 1024;
const NOTHING = Buffer.alloc(0);

/**
 * Reads the entries of a backup of before 0.4.0: frames, a length (4 bytes, big endian) and so many bytes. Each entry
 * has one for its name, some for its content and an empty one; an empty one instead of a name ends them. Each content
 * is to be read to its end before the next entry is asked for.
 */
export async function* unpackEntries(packed: AsyncIterable<Buffer>): AsyncGenerator<BackupEntry> {
  const reader = createByteReader(packed);
  for (let name = await readFrame(reader); name.length > 0; name = await readFrame(reader)) {
    yield { name: name.toString(), content: readContent(reader) };
  }
  const rest = await reader.upTo(1);
  if (rest.length > 0) throw new BackupError('La copia è danneggiata: continua dopo la sua fine');
}

async function* readContent(reader: ByteReader): AsyncGenerator<Buffer> {
  for (let part = await readFrame(reader); part.length > 0; part = await readFrame(reader)) yield part;
}

async function readFrame(reader: ByteReader): Promise<Buffer> {
  const head = await reader.upTo(LENGTH_BYTES);
  const length = head.length === LENGTH_BYTES ? head.readUInt32BE() : LONGEST_FRAME + 1;
  const bytes = length <= LONGEST_FRAME ? await reader.upTo(length) : NOTHING;
  if (bytes.length !== length) throw new BackupError('La copia è danneggiata o troncata');
  return bytes;
}
