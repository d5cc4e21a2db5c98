import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema.ts';

/** The number of the advisory lock that a server holds while it runs schedules. */
const TURN = 1;
/** So often within the time after which it is taken for cut off a server says that it is there. */
const SIGNS_OF_LIFE = 4;
/** And no longer: work that never ends must not keep others from theirs. */
const REPORTED_AT_MOST_MS = 60_000;

/**
 * Does the work unless another server on the PostgreSQL does its own. A server that dies, hangs or is cut off loses
 * its turn after `lostAfterMs`; one that works keeps it for a minute.
 */
export async function takeTurn(
  db: Kysely<Database>,
  lostAfterMs: number,
  work: () => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (turn) => {
    await sql`set local idle_in_transaction_session_timeout = ${sql.lit(lostAfterMs)}`.execute(turn);
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${TURN}) as mine`.execute(
      turn,
    );
    if (rows[0]?.mine) await holding(turn, lostAfterMs / SIGNS_OF_LIFE, work);
  });
}

async function holding(turn: Kysely<Database>, everyMs: number, work: () => Promise<void>): Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  const startedAt = performance.now();
  const report = () => {
    if (performance.now() - startedAt > REPORTED_AT_MOST_MS) return;
    // Of a turn that is lost the end of the transaction tells.
    last = last.then(() => sql`select 1`.execute(turn)).catch(() => undefined);
  };
  const reporting = setInterval(report, everyMs);
  try {
    await work();
  } finally {
    clearInterval(reporting);
    await last;
  }
}
