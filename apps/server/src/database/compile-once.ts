import { type Compilable, type CompiledQuery, createQueryId, type Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** Where a value goes in a statement. */
class Place {
  constructor(readonly name: string) {}
}

/** Executes the statement with those values; resolves to the rows that it returns. */
type Statement<Values, Row> = (db: Kysely<Database>, values: Values) => Promise<readonly Row[]>;

/**
 * A statement that the query builder puts together once for each database, not at each call: for a command that comes
 * now and then this took longer than the statement itself (docs/decisions/0048-command-latency.md). `build` gets places
 * instead of the values, so it may only hand them on. The values have the same names at each call.
 */
export function compileOnce<Values extends object, Row>(
  build: (db: Kysely<Database>, values: Values) => Compilable<Row>,
): Statement<Values, Row> {
  /** By what a database has in common with its transactions, and with no other. */
  const known = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, values) => {
    const { adapter } = db.getExecutor();
    const compiled = known.get(adapter) ?? build(db, placesFor(values)).compile();
    known.set(adapter, compiled);
    const parameters = compiled.parameters.map((given) =>
      given instanceof Place ? values[given.name as keyof Values] : given,
    );
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters, queryId: createQueryId() });
    return rows;
  };
}

/** The same for a statement of one row or many, each time with the same columns. For many rows it is built anew. */
export function compileOnceForOne<Values extends object, Row>(
  build: (db: Kysely<Database>, rows: readonly Values[]) => Compilable<Row>,
): Statement<readonly Values[], Row> {
  const ofOne = compileOnce((db, row: Values) => build(db, [row]));
  return async (db, rows) => {
    const [only] = rows;
    if (only && rows.length === 1) return ofOne(db, only);
    return (await db.executeQuery(build(db, rows))).rows;
  };
}

function placesFor<Values extends object>(values: Values): Values {
  return Object.fromEntries(Object.keys(values).map((name) => [name, new Place(name)])) as Values;
}
