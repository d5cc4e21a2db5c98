import { startPostgres } from '@semaforo/testing/postgres';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the run's PostgreSQL; null where the machine has none. */
    postgresUrl: string | null;
  }
}

/** One PostgreSQL for the whole run. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const postgres = await startPostgres();
  project.provide('postgresUrl', postgres?.url ?? null);
  if (!postgres) process.stderr.write('Tralasciate le prove su PostgreSQL: PostgreSQL non c’è\n');
  return postgres?.stop;
}
