import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { Kysely, type LogEvent, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import { useDataDir } from '../platform/data-dir.ts';
import { makeFolder } from '../platform/make-folder.ts';
import { TooLateError, within } from '../platform/within.ts';
import type { Database } from './schema.ts';
import { shareTurns } from './share-turns.ts';

type Statement = ReturnType<SqliteConnection.Database['prepare']>;

/** Longer ones have as many places as rows were to be written: they come once, and each takes much memory. */
const LONGEST_CACHED = 8000;
const MOST_CACHED = 300;
const NO_ROWS = 'select 1 where 0';
/** What changes no table's shape. */
const KEEPS_SCHEMA = /^(select|insert|update|delete|with|begin|commit|rollback|savepoint|release|pragma) ?/i;

export type Engine = 'sqlite' | 'postgres';

/** What became of a statement: never its text, which may hold what people wrote. */
export type AnsweredStatement = { kind: 'read' | 'write' | 'other'; seconds: number; failed: boolean };

export type OpenDatabase = { db: Kysely<Database>; engine: Engine; close: () => Promise<void> };

/** The embedded database, in the data folder. */
export const SQLITE_FILE = 'semaforo.sqlite';
const INT8_OID = 20;
const POSTGRES_POOL_SIZE = 10;
const CONNECT_WITHIN_MS = 10_000;
/** Far longer than any statement takes. Longer waits come from a network that drops everything. */
const ANSWER_WITHIN_MS = 60_000;

/**
 * Opens PostgreSQL at the URL or, without one, the embedded database in the folder. An acknowledged commit survives a
 * power cut on both. Throws a StartupError when the folder cannot be used.
 */
export function openDatabase(options: {
  databaseUrl: string | undefined;
  dataDir: string;
  /** How long a statement may take on PostgreSQL before its connection is given up. */
  answerWithinMs?: number;
  /** Called when a connection to PostgreSQL is lost. The pool replaces it by itself. */
  connectionLost?: (error: Error) => void;
  /**
   * A thread that serves others meanwhile: statements of SQLite give way to them. It has no other connection to the
   * same file.
   */
  sharesTurns?: boolean;
  /** Called after each statement. */
  answered?: (statement: AnsweredStatement) => void;
}): OpenDatabase {
  const { databaseUrl, dataDir, answerWithinMs = ANSWER_WITHIN_MS, connectionLost = () => {} } = options;
  const { answered } = options;
  const engine: Engine = databaseUrl === undefined ? 'sqlite' : 'postgres';
  const dialect =
    databaseUrl === undefined
      ? new SqliteDialect({
          database: withCachedStatements(useDataDir(dataDir, () => openSqlite(dataDir))),
        })
      : new PostgresDialect({ pool: openPostgres(databaseUrl, { answerWithinMs, connectionLost }) });
  const db = new Kysely<Database>({
    dialect,
    plugins: engine === 'sqlite' && options.sharesTurns ? [shareTurns()] : [],
    ...(answered && { log: (event: LogEvent) => answered(toAnswered(event)) }),
  });
  return { db, engine, close: () => db.destroy() };
}

const KINDS: Readonly<Record<string, AnsweredStatement['kind']>> = {
  SelectQueryNode: 'read',
  InsertQueryNode: 'write',
  UpdateQueryNode: 'write',
  DeleteQueryNode: 'write',
};

function toAnswered({ level, query, queryDurationMillis }: LogEvent): AnsweredStatement {
  return {
    kind: KINDS[query.query.kind] ?? 'other',
    seconds: queryDurationMillis / 1000,
    failed: level === 'error',
  };
}

function openSqlite(dataDir: string): SqliteConnection.Database {
  makeFolder(dataDir);
  const connection = new SqliteConnection(join(dataDir, SQLITE_FILE));
  connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  connection.pragma('busy_timeout = 5000');
  return connection;
}

function openPostgres(
  connectionString: string,
  options: { answerWithinMs: number; connectionLost: (error: Error) => void },
): pg.Pool {
  // Ids and epoch milliseconds stay far below 2^53.
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid, format) =>
      oid === INT8_OID ? (text: string) => Number(text) : (pg.types.getTypeParser(oid, format) as unknown),
  } as pg.CustomTypesConfig;
  const pool = new pg.Pool({
    connectionString,
    max: POSTGRES_POOL_SIZE,
    types,
    Client: boundedClient(options.answerWithinMs),
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
  });
  // Without listeners a lost connection would end the process. A query under way on it rejects by itself.
  pool.on('connect', (client) => client.on('error', options.connectionLost));
  // The pool repeats what an idle client has announced already.
  pool.on('error', () => {});
  return pool;
}

/**
 * A client that ends its connection when a statement takes too long. Otherwise the next statements would wait behind
 * that one.
 */
function boundedClient(answerWithinMs: number): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const query = this.query.bind(this) as (...given: unknown[]) => Promise<unknown>;
      const boundedQuery = async (...given: unknown[]) => {
        try {
          return await within(answerWithinMs, query(...given));
        } catch (error) {
          // How the connection ends is of no interest any more.
          if (error instanceof TooLateError) this.end().catch(() => undefined);
          throw error;
        }
      };
      Object.assign(this, { query: boundedQuery });
    }
  };
}

/**
 * The connection as the query builder sees it. It prepares each statement anew each time; here the short ones are kept,
 * which saves a command as much time as the disk takes.
 */
function withCachedStatements(
  connection: SqliteConnection.Database,
): Pick<SqliteConnection.Database, 'prepare' | 'close'> {
  const kept = new Map<string, Statement>();
  const prepare = (given: string) => {
    // When the disk fails SQLite takes the transaction back by itself. To do it again would fail, and hide the reason.
    const sql = given === 'rollback' && !connection.inTransaction ? NO_ROWS : given;
    const known = kept.get(sql);
    // Its rows are still being read one by one.
    if (known && !known.busy) return known;
    const statement = connection.prepare(sql);
    if (!KEEPS_SCHEMA.test(sql)) kept.clear();
    else if (sql.length <= LONGEST_CACHED) {
      const [oldest] = kept.keys();
      if (kept.size >= MOST_CACHED && oldest !== undefined) kept.delete(oldest);
      kept.set(sql, statement);
    }
    return statement;
  };
  return { prepare: prepare as SqliteConnection.Database['prepare'], close: () => connection.close() };
}
