import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';

export type OpenDatabase = { db: Kysely<Database>; engine: Engine; close: () => Promise<void> };

const INT8_OID = 20;
const POSTGRES_POOL_SIZE = 10;
const CONNECT_WITHIN_MS = 10_000;
/** Far longer than any statement of ours. Whoever waits longer for PostgreSQL waits for a network that swallows everything. */
const ANSWER_WITHIN_MS = 60_000;

/** Opens PostgreSQL at the URL or, without one, the embedded database in the folder. An acknowledged commit survives a power cut on both. */
export function openDatabase(options: {
  databaseUrl: string | undefined;
  dataDir: string;
  /** How long a statement may take on PostgreSQL before its connection is given up. */
  answerWithinMs?: number;
}): OpenDatabase {
  const { databaseUrl, dataDir, answerWithinMs = ANSWER_WITHIN_MS } = options;
  const engine: Engine = databaseUrl === undefined ? 'sqlite' : 'postgres';
  const dialect =
    databaseUrl === undefined
      ? new SqliteDialect({ database: openSqlite(dataDir) })
      : new PostgresDialect({ pool: openPostgres(databaseUrl, answerWithinMs) });
  const db = new Kysely<Database>({ dialect });
  return { db, engine, close: () => db.destroy() };
}

function openSqlite(dataDir: string): SqliteConnection.Database {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const connection = new SqliteConnection(join(dataDir, 'semaforo.sqlite'));
  connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  connection.pragma('busy_timeout = 5000');
  return connection;
}

function openPostgres(connectionString: string, answerWithinMs: number): pg.Pool {
  // Ids and epoch milliseconds stay far below 2^53.
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid, format) =>
      oid === INT8_OID ? (text: string) => Number(text) : (pg.types.getTypeParser(oid, format) as unknown),
  } as pg.CustomTypesConfig;
  const pool = new pg.Pool({
    connectionString,
    max: POSTGRES_POOL_SIZE,
    types,
    Client: BoundedClient,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: answerWithinMs,
    keepAlive: true,
  });
  // A lost connection announces itself as an event that ends the process when nobody listens. The pool replaces it by itself, and a query
  // under way on it rejects.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Ends its connection when a statement timed out: the library would leave the next ones waiting behind that one. */
class BoundedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...given: unknown[]) => Promise<unknown>;
    const boundedQuery = async (...given: unknown[]) => {
      try {
        return await query(...given);
      } catch (error) {
        if (error instanceof Error && error.message === 'Query read timeout') void this.end();
        throw error;
      }
    };
    Object.assign(this, { query: boundedQuery });
  }
}
