import { type Kysely, Migrator } from 'kysely';
import type { Engine } from './engine.ts';
import { createInitialSchema } from './migrations/0001-initial.ts';
import type { Database } from './schema.ts';

/** Brings the database to the newest schema. Throws when a migration fails, leaving the schema as it was before that one. */
export async function migrate({ db, engine }: { db: Kysely<Database>; engine: Engine }): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: () =>
        Promise.resolve({
          '0001-initial': { up: (schema: Kysely<unknown>) => createInitialSchema(schema, engine) },
        }),
    },
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error instanceof Error ? error : new Error(String(error));
}
