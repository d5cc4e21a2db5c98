import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** True when the database takes writes. What changes nothing would not reach the disk, so a row is written. */
export async function takesWrites(db: Kysely<Database>): Promise<boolean> {
  try {
    const row = { holder: '', leased_until: 0, working: 0 };
    await db
      .insertInto('bot_lease')
      .values({ name: 'trial', ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute();
    return true;
  } catch {
    // Why not is in the log of whatever had something to write.
    return false;
  }
}
