import { createCipheriv, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { deriveBackupKey } from '../src/operations/backup-header.ts';
import { Secret } from '../src/platform/secret.ts';

const CHUNK_BYTES = 64 * 1024;

/** A backup as the versions before 0.4.0 wrote it, of these files in their order. */
export async function writeFormat1(
  files: readonly (readonly [string, Buffer])[],
  passphrase: string,
): Promise<Buffer> {
  const salt = randomBytes(16).toString('base64url');
  const header = { kdf: 'scrypt', n: 2 ** 16, r: 8, p: 2, salt, cipher: 'aes-256-gcm' } as const;
  const key = await deriveBackupKey(new Secret(passphrase), header);
  const head = Buffer.from(`SEMAFORO-BACKUP 1 ${JSON.stringify(header)}\n`);
  const frames = files.flatMap(([name, content]) => [frame(Buffer.from(name)), frame(content), frame()]);
  const plain = gzipSync(Buffer.concat([...frames, frame()]));
  const chunks: Buffer[] = [head];
  for (let index = 0; index * CHUNK_BYTES < plain.length; index += 1) {
    const chunk = plain.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES);
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(index, 7);
    nonce.writeUInt8((index + 1) * CHUNK_BYTES >= plain.length ? 1 : 0, 11);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(head);
    chunks.push(cipher.update(chunk), cipher.final(), cipher.getAuthTag());
  }
  return Buffer.concat(chunks);
}

function frame(bytes: Buffer = Buffer.alloc(0)): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
