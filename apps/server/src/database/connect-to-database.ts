import { sql } from 'kysely';
import { StartupError } from '../platform/startup-error.ts';
import type { OpenDatabase } from './engine.ts';

const UNKNOWN_HOST = "l'host non esiste";
const LOGIN_REFUSED = 'rifiuta username o password';

/** By the error codes of Node's sockets and of PostgreSQL. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nessuno risponde all'indirizzo e alla porta indicati",
  ECONNRESET: 'chiude il collegamento',
  ETIMEDOUT: 'non risponde in tempo',
  EHOSTUNREACH: 'la rete non lo raggiunge',
  ENOTFOUND: UNKNOWN_HOST,
  EAI_AGAIN: UNKNOWN_HOST,
  '28P01': LOGIN_REFUSED,
  '28000': LOGIN_REFUSED,
  '3D000': 'il database indicato non esiste',
};

/** Makes the first connection. Rejects with a StartupError when PostgreSQL cannot be used as DATABASE_URL says. */
export async function connectToDatabase({ db, engine }: OpenDatabase): Promise<void> {
  if (engine === 'sqlite') return;
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = REASONS[code] ?? (error instanceof Error ? error.message : String(error));
    throw new StartupError(`Impostazione DATABASE_URL: PostgreSQL non è utilizzabile: ${reason}`);
  }
}
