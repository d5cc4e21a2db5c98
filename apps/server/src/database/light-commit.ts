import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import type { Engine } from './engine.ts';
import type { Database } from './schema.ts';

const WITHOUT_WAITING = CompiledQuery.raw('set local synchronous_commit = off');
const NORMAL = CompiledQuery.raw('pragma synchronous = normal');
const FULL = CompiledQuery.raw('pragma synchronous = full');

/**
 * Runs `work` in a transaction that does not wait for the disk. It survives the end of this process at once, and a
 * power cut from the next ordinary commit on, of whomever: both engines write commits to one log, in their order. For
 * what says something about a commit that follows, and means nothing without it.
 */
export function lightCommit<T>(
  { db, engine }: { db: Kysely<Database>; engine: Engine },
  work: (transaction: Transaction<Database>) => Promise<T>,
): Promise<T> {
  if (engine === 'postgres') {
    return db.transaction().execute(async (transaction) => {
      await transaction.executeQuery(WITHOUT_WAITING);
      return work(transaction);
    });
  }
  return db.connection().execute(async (connection) => {
    await connection.executeQuery(NORMAL);
    try {
      return await connection.transaction().execute(work);
    } finally {
      await connection.executeQuery(FULL);
    }
  });
}
