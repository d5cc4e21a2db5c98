import type { Kysely } from 'kysely';
import type { Engine } from '../engine.ts';

/** Begins a table whose ids are numbered by the database and never given twice, on either engine. */
export function createTableWithId(db: Kysely<unknown>, engine: Engine, table: string) {
  return db.schema
    .createTable(table)
    .addColumn('id', engine === 'sqlite' ? 'integer' : 'bigint', (id) =>
      engine === 'sqlite' ? id.primaryKey().autoIncrement() : id.primaryKey().generatedByDefaultAsIdentity(),
    );
}
