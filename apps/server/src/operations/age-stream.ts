import { PassThrough, Readable } from 'node:stream';
import { Decrypter, Encrypter } from 'age-encryption';
import type { Secret } from '../platform/secret.ts';
import { BackupError } from './backup-error.ts';
import { through } from './through.ts';

/** How a file of age begins. */
export const AGE_MAGIC = 'age-encryption.org/v1\n';
/** Of scrypt: 2^17 rounds with 128 MB. A passphrase is all that guards the file. */
const WORK_FACTOR = 17;

/**
 * Encrypts with a passphrase in the format of age, in chunks of which none can be changed, moved, left out or added
 * unnoticed, and none has to be believed before it is proven.
 */
export async function* encryptAge(plain: AsyncIterable<Buffer>, passphrase: Secret): AsyncGenerator<Buffer> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphraseText(passphrase));
  encrypter.setScryptWorkFactor(WORK_FACTOR);
  yield* buffersOf(await encrypter.encrypt(toWeb(plain)));
}

/** Decrypts such a file. Rejects with a BackupError at the first chunk that is not as it was written. */
export async function* decryptAge(sealed: AsyncIterable<Buffer>, passphrase: Secret): AsyncGenerator<Buffer> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphraseText(passphrase));
  const plain = await decrypter.decrypt(toWeb(sealed)).catch(() => {
    throw new BackupError('La passphrase non è quella della copia, o la copia è danneggiata');
  });
  const parts = buffersOf(plain);
  for (;;) {
    const next = await parts.next().catch(() => {
      throw new BackupError('La copia è danneggiata o troncata');
    });
    if (next.done) return;
    yield next.value;
  }
}

function passphraseText(passphrase: Secret): string {
  return passphrase.reveal().normalize('NFC');
}

function toWeb(bytes: AsyncIterable<Buffer>): ReadableStream<Uint8Array> {
  return Readable.toWeb(through(bytes, new PassThrough())) as ReadableStream<Uint8Array>;
}

async function* buffersOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      yield Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
    }
    return undefined;
  } finally {
    // Whoever reads no further ends the source.
    void reader.cancel().catch(() => undefined);
  }
}
