import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { SHORTEST_PASSPHRASE } from '@semaforo/contract/domain/backup-rules';
import { Secret } from '../platform/secret.ts';
import { BackupError } from './backup-error.ts';

/**
 * The passphrase of the settings, else one that is typed at the terminal, twice when a backup is made with it. There
 * is no backup without one.
 */
export async function findPassphrase(
  given: Secret | undefined,
  { isNew }: { isNew: boolean },
): Promise<Secret> {
  if (given !== undefined) return given;
  if (!process.stdin.isTTY) {
    throw new BackupError(
      'Serve una passphrase: una copia contiene ogni segreto della console, e senza non se ne fanno. ' +
        'Indica BACKUP_PASSPHRASE, o avvia il comando da un terminale',
    );
  }
  const passphrase = await ask('Passphrase della copia: ');
  if (!isNew) return new Secret(passphrase);
  if (passphrase.length < SHORTEST_PASSPHRASE) {
    throw new BackupError(`La passphrase deve avere almeno ${SHORTEST_PASSPHRASE} caratteri`);
  }
  if ((await ask('Di nuovo: ')) !== passphrase) throw new BackupError('Le due passphrase non sono uguali');
  return new Secret(passphrase);
}

/** Asks without showing what is typed. */
async function ask(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
