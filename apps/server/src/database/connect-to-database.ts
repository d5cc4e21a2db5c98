import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { StartupError } from '../platform/startup-error.ts';
import { codeOf, isDatabaseLost, NOT_THERE } from './database-lost.ts';
import type { OpenDatabase } from './engine.ts';

const NO_LOGIN = 'rifiuta username o password';

/** Settings that only a person can mend: how the error codes of PostgreSQL begin. */
const WRONG_SETTINGS: readonly (readonly [code: string, wrong: string])[] = [
  ['28', NO_LOGIN],
  ['3D000', 'il database indicato non esiste'],
  ['42501', "l'utente non ha il permesso di usare il database"],
];

/** The same by how the messages of the client begin: it gives them no code. */
const WRONG_BY_MESSAGE: readonly (readonly [message: string, wrong: string])[] = [
  ['SASL: SCRAM-SERVER-FIRST-MESSAGE: client password', 'chiede una password'],
  ['SASL: ', NO_LOGIN],
  ['The server does not support SSL connections', 'non accetta collegamenti cifrati'],
];

const TRY_AGAIN_AFTER_MS = 1000;

/**
 * Makes the first connection, and waits for a PostgreSQL that is not there yet: after a power cut the machines come up
 * in any order. `waits` is called once, with an Italian sentence. Resolves, too, when `isStopped` says so. Rejects with
 * a StartupError when the settings are wrong.
 */
export async function connectToDatabase(
  { db, engine }: Pick<OpenDatabase, 'db' | 'engine'>,
  { waits, isStopped }: { waits: (sentence: string) => void; isStopped: () => boolean },
): Promise<void> {
  if (engine === 'sqlite') return;
  let isWaiting = false;
  while (!isStopped()) {
    try {
      await sql`select 1`.execute(db);
      return;
    } catch (error) {
      const wrong = wrongSetting(error);
      if (wrong !== undefined) {
        throw new StartupError(`Impostazione DATABASE_URL: PostgreSQL non è utilizzabile: ${wrong}`);
      }
      const reason = NOT_THERE[codeOf(error)] ?? 'il collegamento cade';
      if (!isWaiting) waits(`PostgreSQL non risponde: ${reason}. Riprovo finché non risponde`);
      isWaiting = true;
      await delay(TRY_AGAIN_AFTER_MS);
    }
  }
}

/**
 * Does work that needs the database, again from its beginning for as long as PostgreSQL goes away in the middle of it.
 * `waits` is called each time, with an Italian sentence. Rejects with whatever else the work rejects with, and with the
 * loss once `isStopped` says so.
 */
export async function whileDatabaseGoesAway<T>(
  work: () => Promise<T>,
  { waits, isStopped }: { waits: (sentence: string) => void; isStopped: () => boolean },
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (isStopped() || !isDatabaseLost(error)) throw error;
      waits('PostgreSQL non risponde più. Riprovo finché non risponde');
      await delay(TRY_AGAIN_AFTER_MS);
    }
  }
}

/** What a person has to mend, in Italian; undefined when it may pass by itself. */
function wrongSetting(error: unknown): string | undefined {
  const code = codeOf(error);
  if (code !== '') return WRONG_SETTINGS.find(([beginning]) => code.startsWith(beginning))?.[1];
  const message = error instanceof Error ? error.message : '';
  return WRONG_BY_MESSAGE.find(([beginning]) => message.startsWith(beginning))?.[1];
}
