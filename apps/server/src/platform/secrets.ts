import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { useDataDir } from './data-dir.ts';
import { makeFolder } from './make-folder.ts';
import type { Secret } from './secret.ts';
import { StartupError } from './startup-error.ts';

/** In the data folder, unless the settings give the key. */
export const SECRET_KEY_FILE = 'secret.key';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const SECRET_MIN_LENGTH = 32;
const CIPHER = 'aes-256-gcm';

/** What the one secret key is used for; each use has a key of its own. */
export type Secrets = {
  /** Signs access tokens. */
  tokenKey: Uint8Array;
  /** Signs the cookies of known browsers. */
  browserKey: Uint8Array;
  /** Proves that a message comes from a server of this installation. */
  busKey: Uint8Array;
  /** Encrypts a secret for storage (base64url). */
  seal: (secret: string) => string;
  /** The secret again, or undefined when it was sealed with another key or altered. */
  open: (sealed: string) => string | undefined;
};

/** The secrets under the key given, or under the one kept in `DATA_DIR/secret.key`, made on the first start. */
export function loadSecrets(options: { secretKey: Secret | undefined; dataDir: string }): Secrets {
  const master = options.secretKey?.reveal() ?? readOrCreateSecret(join(options.dataDir, SECRET_KEY_FILE));
  const sealingKey = deriveKey(master, 'sealing');
  return {
    tokenKey: deriveKey(master, 'access-tokens'),
    browserKey: deriveKey(master, 'known-browsers'),
    busKey: deriveKey(master, 'messages-between-servers'),
    seal: (secret) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, sealingKey, iv);
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64url');
      try {
        const decipher = createDecipheriv(CIPHER, sealingKey, bytes.subarray(0, IV_BYTES));
        decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        const opened = Buffer.concat([
          decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)),
          decipher.final(),
        ]);
        return opened.toString('utf8');
      } catch {
        // Sealed with another key, or altered.
        return undefined;
      }
    },
  };
}

/** Thrown when the file of a secret holds no secret, as after a power cut. Keys made from it could be guessed. */
export class SecretFileError extends StartupError {}

/** The random secret kept in a file that only its owner may read, made when there is none. */
export function readOrCreateSecret(file: string): string {
  const secret = useDataDir(dirname(file), () => {
    if (!existsSync(file)) {
      makeFolder(dirname(file));
      writeFileSync(file, randomBytes(KEY_BYTES).toString('base64url'), { mode: 0o600, flag: 'wx' });
    }
    return readFileSync(file, 'utf8').trim();
  });
  if (secret.length < SECRET_MIN_LENGTH) {
    throw new SecretFileError(`Il file ${file} è vuoto o troncato: va ripristinato o eliminato`);
  }
  return secret;
}

function deriveKey(master: string, use: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', master, 'semaforo', use, KEY_BYTES));
}
