import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { spawnBundledServer } from './bundled-server.ts';
import { createTestDatabasePlace, type TestDatabasePlace } from './test-database.ts';

/** Where a server works, with the settings of its own process and of the programs beside it. */
export type ServerPlace = TestDatabasePlace & { settings: Record<string, string> };

export const PASSPHRASE = 'la passphrase delle copie';

/** An empty place. */
export async function createServerPlace(engine: 'sqlite' | 'postgres'): Promise<ServerPlace> {
  const place = await createTestDatabasePlace(engine);
  const settings = {
    DATA_DIR: place.dataDir,
    ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
    PORT: String(await freePort()),
    EMBEDDED_BROKER_PORT: '0',
    ADMIN_PASSWORD: ADMIN.password,
    BACKUP_PASSPHRASE: PASSPHRASE,
  };
  return { ...place, settings };
}

/** Does something with a server on that place, which ends afterwards. */
export async function withServer<T>(place: ServerPlace, work: (origin: string) => Promise<T>): Promise<T> {
  const server = spawnBundledServer(place.settings);
  try {
    return await work(await server.ready());
  } finally {
    await server.end('SIGTERM');
  }
}
