import './platform/small-heap.ts';
import { createApp } from './app.ts';
import { ConfigError, readProcessConfig } from './config.ts';
import { DataDirInUseError } from './database/data-dir-lock.ts';
import { SecretFileError } from './platform/secrets.ts';
import { FirstAdminError } from './users/ensure-first-admin.ts';

/** Failures that a person can mend: their message is all they need. */
const EXPECTED = [ConfigError, DataDirInUseError, FirstAdminError, SecretFileError];

try {
  const app = await createApp(readProcessConfig());
  const stop = () => void app.stop().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const { url, firstAdmin } = await app.start();
  if (firstAdmin) console.log(`Primo accesso: ${firstAdmin.username} / ${firstAdmin.password}`);
  console.log(`Semaforo pronto su ${url}`);
} catch (error) {
  const expected = EXPECTED.some((kind) => error instanceof kind) || isAddressInUse(error);
  console.error(expected ? sentenceOf(error) : error);
  process.exit(1);
}

function isAddressInUse(error: unknown): error is NodeJS.ErrnoException & { port?: number } {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

function sentenceOf(error: unknown): string {
  if (isAddressInUse(error)) return `La porta ${error.port ?? ''} è già in uso da un altro programma`;
  return error instanceof Error ? error.message : String(error);
}
