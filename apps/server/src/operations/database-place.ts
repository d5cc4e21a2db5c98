/** Where a database is: PostgreSQL at the URL or, without one, the embedded database in the folder. */
export type DatabasePlace = { databaseUrl: string | undefined; dataDir: string };
