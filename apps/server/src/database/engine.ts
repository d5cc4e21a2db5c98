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

/** Opens PostgreSQL at the URL or, without one, the embedded database in the folder. An acknowledged commit survives a power cut on both. */
export function openDatabase(options: { databaseUrl: string | undefined; dataDir: string }): OpenDatabase {
  const engine: Engine = options.databaseUrl === undefined ? 'sqlite' : 'postgres';
  const dialect =
    options.databaseUrl === undefined
      ? new SqliteDialect({ database: openSqlite(options.dataDir) })
      : new PostgresDialect({ pool: openPostgres(options.databaseUrl) });
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

function openPostgres(connectionString: string): pg.Pool {
  // Ids and epoch milliseconds stay far below 2^53.
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid, format) =>
      oid === INT8_OID ? (text: string) => Number(text) : (pg.types.getTypeParser(oid, format) as unknown),
  } as pg.CustomTypesConfig;
  const pool = new pg.Pool({ connectionString, max: POSTGRES_POOL_SIZE, types });
  // A lost connection announces itself as an event that ends the process when nobody listens. The pool replaces it by itself, and a query
  // under way on it rejects.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
