import { startPostgres } from '@semaforo/testing/postgres';

/** A database on which a server is killed. */
export type CrashEngine = 'sqlite' | 'postgres';

/** What ends each thing that a run has started; they are called from the last to the first. */
type Stops = (() => Promise<void> | void)[];

/**
 * Does some work on an engine, then ends all that it has added to `stops`, also when it fails. Undefined when
 * PostgreSQL is asked for and this machine has none.
 */
export async function onEngine<Result>(
  engine: CrashEngine,
  work: (on: { databaseUrl: string | undefined; stops: Stops }) => Promise<Result>,
): Promise<Result | undefined> {
  const stops: Stops = [];
  try {
    const postgres = engine === 'postgres' ? await startPostgres() : undefined;
    if (engine === 'postgres' && !postgres) return undefined;
    if (postgres) stops.push(postgres.stop);
    return await work({ databaseUrl: postgres?.url, stops });
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** The settings of a server on that database. */
export function databaseSettings(databaseUrl: string | undefined): Record<string, string> {
  return databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
}
