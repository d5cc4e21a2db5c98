import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** True when the database takes writes. A write that changes nothing still needs that. */
export async function takesWrites(db: Kysely<Database>): Promise<boolean> {
  try {
    await db.updateTable('users').set({ created_at: 0 }).where('id', '=', -1).execute();
    return true;
  } catch {
    // Why not is in the log of whatever had something to write.
    return false;
  }
}
