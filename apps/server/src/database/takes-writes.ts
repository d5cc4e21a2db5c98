import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/**
 * True when the database takes writes. What changes nothing does not reach the disk, and a row with the same values
 * changes nothing: it counts.
 */
export async function takesWrites(db: Kysely<Database>): Promise<boolean> {
  try {
    await db
      .insertInto('bot_lease')
      .values({ name: 'trial', holder: '', leased_until: 0, working: 0 })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet((eb) => ({ leased_until: eb('bot_lease.leased_until', '+', 1) })),
      )
      .execute();
    return true;
  } catch {
    // Why not is in the log of whatever had something to write.
    return false;
  }
}
