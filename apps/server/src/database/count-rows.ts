import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

/** How many rows each table has. */
export async function countRows(db: Kysely<Database>): Promise<Record<string, number>> {
  const tables = await db.introspection.getTables();
  const names = tables.filter(({ isView }) => !isView).map(({ name }) => name);
  const counts: Record<string, number> = {};
  for (const name of names.toSorted()) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
      db,
    );
    counts[name] = Number(rows[0]?.count ?? 0);
  }
  return counts;
}
