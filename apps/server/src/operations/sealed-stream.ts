import { createDecipheriv } from 'node:crypto';
import type { Secret } from '../platform/secret.ts';
import { BackupError } from './backup-error.ts';
import { type BackupHeader, deriveBackupKey, LONGEST_HEADER, readHeader } from './backup-header.ts';
import { createByteReader } from './byte-reader.ts';

const CIPHER = 'aes-256-gcm';
export const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;

/**
 * Decrypts a backup of the format of before 0.4.0: chunks, each sealed with its number and whether it is the last.
 * Rejects with a BackupError at the first one that is not as it was written.
 */
export async function* unseal(sealed: AsyncIterable<Buffer>, passphrase: Secret): AsyncGenerator<Buffer> {
  const reader = createByteReader(sealed);
  const line = await reader.line(LONGEST_HEADER);
  const header: BackupHeader = readHeader(line);
  const key = await deriveBackupKey(passphrase, header);
  const head = Buffer.from(`${line}\n`);
  const size = CHUNK_BYTES + TAG_BYTES;
  let chunk = await reader.upTo(size);
  for (let index = 0; ; index += 1) {
    const next = await reader.upTo(size);
    const isLast = next.length === 0;
    const plain = open(chunk, { key, nonce: nonceOf(index, isLast), head });
    if (plain === undefined) {
      throw new BackupError(
        index === 0
          ? 'La passphrase non è quella della copia, o la copia è danneggiata'
          : 'La copia è danneggiata o troncata',
      );
    }
    yield plain;
    if (isLast) return;
    chunk = next;
  }
}

function open(
  chunk: Buffer,
  { key, nonce, head }: { key: Buffer; nonce: Buffer; head: Buffer },
): Buffer | undefined {
  if (chunk.length < TAG_BYTES) return undefined;
  const end = chunk.length - TAG_BYTES;
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(head).setAuthTag(chunk.subarray(end));
    return Buffer.concat([decipher.update(chunk.subarray(0, end)), decipher.final()]);
  } catch {
    // Another passphrase, or altered: nothing tells them apart.
    return undefined;
  }
}

/** Never twice for one key: each backup has a key of its own, and each chunk its number. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt32BE(index, NONCE_BYTES - 5);
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1);
  return nonce;
}
