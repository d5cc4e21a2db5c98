/** A failed statement of PostgreSQL has an SQLSTATE; classes 08 and 57 say that the connection or the server went. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;
const GONE = /^(08|57)/;
const BLOCKED: readonly string[] = ['40001', '40P01', '55P03'];
/** The command is there: it is the one whose answer was lost. */
const STORED_ALREADY = { code: '23505', constraint: 'commands_by_intent' };

/**
 * True when a transaction that rejected may have been committed all the same: the database did not say that it failed,
 * it only did not answer.
 */
export function mayHaveCommitted(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('SQLITE_')) return false;
  return !SQLSTATE.test(code) || GONE.test(code) || isStoredAlready(error);
}

/** Another transaction was in the way, by a deadlock or by a lock that it held for too long: nothing was stored. */
export function isBlocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && BLOCKED.includes(String(error.code));
}

function isStoredAlready(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && 'constraint' in error)) return false;
  return error.code === STORED_ALREADY.code && error.constraint === STORED_ALREADY.constraint;
}
