import type { SqliteDatabase } from '@semaforo/sqlite/connection';

type Statement = ReturnType<SqliteDatabase['prepare']>;

/** Longer ones have as many places as rows were to be written: they come once, and each takes much memory. */
const LONGEST = 2000;
const MOST = 300;
const NOTHING = 'select 1 where 0';
/** What changes no table's shape. */
const ORDINARY = /^(select|insert|update|delete|with|begin|commit|rollback|savepoint|release|pragma) ?/i;

/**
 * The connection as the query builder sees it. It prepares each statement anew each time; here the short ones are kept,
 * which saves a command as much time as the disk takes.
 */
export function withCachedStatements(connection: SqliteDatabase): Pick<SqliteDatabase, 'prepare' | 'close'> {
  const kept = new Map<string, Statement>();
  const prepare = (given: string) => {
    // When the disk fails SQLite takes the transaction back by itself. To do it again would fail, and hide the reason.
    const sql = given === 'rollback' && !connection.inTransaction ? NOTHING : given;
    const known = kept.get(sql);
    // Whoever reads its rows one by one has not finished.
    if (known && !known.busy) return known;
    const statement = connection.prepare(sql);
    if (!ORDINARY.test(sql)) kept.clear();
    else if (sql.length <= LONGEST) {
      const [oldest] = kept.keys();
      if (kept.size >= MOST && oldest !== undefined) kept.delete(oldest);
      kept.set(sql, statement);
    }
    return statement;
  };
  return { prepare: prepare as SqliteDatabase['prepare'], close: () => connection.close() };
}
