import { scrypt } from 'node:crypto';
import { z } from 'zod';
import type { Secret } from '../platform/secret.ts';
import { BackupError } from './backup-error.ts';

/** How a backup of before 0.4.0 begins; the number is the version of the format. */
export const MAGIC = 'SEMAFORO-BACKUP 1 ';
/** The first line of a backup is never longer. */
export const LONGEST_HEADER = 1000;
const KEY_BYTES = 32;

/** A header is read before anything proves who wrote it: what it asks for has limits. */
const header = z.strictObject({
  kdf: z.literal('scrypt'),
  n: z
    .int()
    .min(1024)
    .max(2 ** 20),
  r: z.int().min(1).max(16),
  p: z.int().min(1).max(16),
  salt: z.string().regex(/^[\w-]{22}$/),
  cipher: z.literal('aes-256-gcm'),
});

export type BackupHeader = z.infer<typeof header>;

/** Reads the first line of a backup, without its line feed. */
export function readHeader(line: string): BackupHeader {
  if (!line.startsWith(MAGIC)) {
    throw new BackupError(
      line.startsWith('SEMAFORO-BACKUP ')
        ? 'La copia ha un formato più nuovo di questo programma: serve la versione che la ha scritta'
        : 'Il file non è una copia di sicurezza di Semaforo',
    );
  }
  const parsed = header.safeParse(parsedJson(line.slice(MAGIC.length)));
  if (!parsed.success) throw new BackupError('La prima riga della copia è danneggiata');
  return parsed.data;
}

/** The key of one backup. Slow on purpose: a passphrase is all that guards the file. */
export function deriveBackupKey(passphrase: Secret, { n, r, p, salt }: BackupHeader): Promise<Buffer> {
  const options = { N: n, r, p, maxmem: 256 * n * r };
  return new Promise((resolve, reject) => {
    scrypt(
      passphrase.reveal().normalize('NFC'),
      Buffer.from(salt, 'base64url'),
      KEY_BYTES,
      options,
      (error, key) => (error ? reject(error) : resolve(key)),
    );
  });
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
