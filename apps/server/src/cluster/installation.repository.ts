import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';

/** Reads the tag that tells this installation from others. */
export function createInstallationRepository(db: Kysely<Database>) {
  return {
    tag: async () => (await db.selectFrom('installation').select('tag').executeTakeFirstOrThrow()).tag,
  };
}
