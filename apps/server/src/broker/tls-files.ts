import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { StartupError } from '../platform/startup-error.ts';

/** A certificate with its chain and the key of it, as text (PEM). */
export type TlsFiles = { cert: string; key: string };

const CERT = 'EMBEDDED_BROKER_TLS_CERT';
const KEY = 'EMBEDDED_BROKER_TLS_KEY';

/** Reads and checks both files. Throws a StartupError for what a person can mend. */
export function readTlsFiles(files: { cert: string; key: string }): TlsFiles {
  const cert = read(CERT, files.cert);
  const key = read(KEY, files.key);
  const certificate = parse(CERT, files.cert, 'un certificato PEM', () => new X509Certificate(cert));
  const privateKey = parse(KEY, files.key, 'una chiave PEM senza password', () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new StartupError(`Impostazione ${KEY}: ${files.key} non è la chiave del certificato ${files.cert}`);
  }
  return { cert, key };
}

function read(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new StartupError(`Impostazione ${setting}: il file ${file} non si può leggere`);
  }
}

function parse<T>(setting: string, file: string, what: string, read: () => T): T {
  try {
    return read();
  } catch {
    throw new StartupError(`Impostazione ${setting}: ${file} non contiene ${what}`);
  }
}
