import { type Compilable, type CompiledQuery, createQueryId, type Kysely, SqliteAdapter } from 'kysely';
import type { Database } from './schema.ts';

/** Where a value of a row goes in a statement. */
class Place {
  constructor(
    readonly row: number,
    readonly name: string,
  ) {}
}

/** Executes the statement with those values; resolves to the rows that it returns. */
type Statement<Values, Row> = (db: Kysely<Database>, values: Values) => Promise<readonly Row[]>;

/**
 * So many rows are in one statement of SQLite, which is in the same process: to put a statement together takes longer
 * than to execute three of them. PostgreSQL gets all rows in one, for it is a round trip away.
 */
const ROWS_AT_ONCE = [64, 8, 1] as const;

/**
 * A statement that the query builder puts together once for each database, not at each call: for a command that comes
 * now and then this took longer than the statement itself (docs/decisions/0048-command-latency.md). `build` gets places
 * instead of the values, so it may only hand them on. The values have the same names at each call.
 */
export function compileOnce<Values extends object, Row>(
  build: (db: Kysely<Database>, values: Values) => Compilable<Row>,
): Statement<Values, Row> {
  const ofOne = compileOnceForMany((db, [values = {} as Values]: readonly Values[]) => build(db, values));
  return (db, values) => ofOne(db, [values]);
}

/** The same for a statement of any number of rows, each with the same columns; what it returns is in their order. */
export function compileOnceForRows<Values extends object, Row>(
  build: (db: Kysely<Database>, rows: readonly Values[]) => Compilable<Row>,
): Statement<readonly Values[], Row> {
  const statements = ROWS_AT_ONCE.map((size) => ({ size, execute: compileOnceForMany(build) }));
  return async (db, rows) => {
    const isFarAway = !(db.getExecutor().adapter instanceof SqliteAdapter);
    if (isFarAway && rows.length > 1) return (await db.executeQuery(build(db, rows))).rows;
    const returned: Row[] = [];
    let done = 0;
    for (const { size, execute } of statements) {
      for (; rows.length - done >= size; done += size)
        returned.push(...(await execute(db, rows.slice(done, done + size))));
    }
    return returned;
  };
}

/** For as many rows at each call. */
function compileOnceForMany<Values extends object, Row>(
  build: (db: Kysely<Database>, rows: readonly Values[]) => Compilable<Row>,
): Statement<readonly Values[], Row> {
  /** By what a database has in common with its transactions, and with no other. */
  const known = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, rows) => {
    const { adapter } = db.getExecutor();
    const compiled = known.get(adapter) ?? build(db, rows.map(placesFor)).compile();
    known.set(adapter, compiled);
    const parameters = compiled.parameters.map((given) =>
      given instanceof Place ? rows[given.row]?.[given.name as keyof Values] : given,
    );
    const { rows: returned } = await db.executeQuery<Row>({
      ...compiled,
      parameters,
      queryId: createQueryId(),
    });
    return returned;
  };
}

function placesFor<Values extends object>(values: Values, row: number): Values {
  return Object.fromEntries(Object.keys(values).map((name) => [name, new Place(row, name)])) as Values;
}
