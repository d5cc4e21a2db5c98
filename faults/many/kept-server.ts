import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { BUILT_SERVER, spawnServer } from '@semaforo/testing/server-process';

/** The built server, whose data can be looked at after its end. */
export async function startKeptServer(settings: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-many-'));
  const dataDir = join(folder, 'data');
  const server = spawnServer(
    {
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      ...settings,
    },
    BUILT_SERVER,
  );
  const origin = await server.ready();
  return {
    origin,
    /** Ends it; resolves to its data folder. */
    end: async () => {
      await server.end('SIGTERM');
      return dataDir;
    },
    stop: async () => {
      await server.end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
