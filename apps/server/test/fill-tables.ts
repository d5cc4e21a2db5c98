import { type ColumnMetadata, type Kysely, type RawBuilder, sql } from 'kysely';

type Value = string | number | Buffer;

/** What a column of that name holds, where any text or number would not be true to life. */
const BY_NAME: Readonly<Record<string, Value>> = {
  action: 'users.create',
  color: 'rosso',
  day: '2026-11-22',
  device_topic: '/3/val/s1',
  device_type: 'semaforo',
  gaps: '[]',
  lamp: 'rosso',
  origin: 'operatore',
  payloads: '["1"]',
  role: 'user',
  state: 'confermato',
  status: 'rosso',
  topic: '/3/val/s1',
  type: 'semaforo',
  value: 'rosso',
  whom: 'all',
  zones: '[]',
};

/** Adds a row to each empty table, whatever its schema, those that others refer to first. */
export async function fillTables(db: Kysely<unknown>): Promise<void> {
  let tables = await db.introspection.getTables();
  while (tables.length > 0) {
    const refused: { table: (typeof tables)[number]; error: unknown }[] = [];
    for (const table of tables) {
      try {
        const { rows } = await sql`select 1 from ${sql.table(table.name)} limit 1`.execute(db);
        if (rows.length === 0) await rowOf(table).execute(db);
      } catch (error) {
        refused.push({ table, error });
      }
    }
    if (refused.length === tables.length) throw refused[0]?.error;
    tables = refused.map(({ table }) => table);
  }
}

function rowOf({ name, columns }: { name: string; columns: ColumnMetadata[] }): RawBuilder<unknown> {
  // Ids too: PostgreSQL gives none twice, not even those of rows that it refused.
  const names = sql.join(columns.map((column) => sql.ref(column.name)));
  return sql`insert into ${sql.table(name)} (${names}) values (${sql.join(columns.map(valueFor))})`;
}

function valueFor({ name, dataType }: ColumnMetadata): Value {
  if (/blob|bytea/i.test(dataType)) return Buffer.from('x');
  const isNumber = /int|double|float|real|numeric/i.test(dataType);
  return isNumber ? 1 : (BY_NAME[name] ?? 'x');
}
