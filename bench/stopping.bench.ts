// Measures how soon the console ends at SIGTERM: at rest, and while its database does not answer.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { startPostgres } from '@semaforo/testing/postgres';
import { BUILT_SERVER, spawnServer } from '@semaforo/testing/server-process';
import { startSwallowingNetwork } from '@semaforo/testing/swallowing-network';
import { until } from '@semaforo/testing/until';
import { reportFigure } from './report-figure.ts';

/** What docs/guida-installazione.md promises. */
const ENDS_WITHIN_MS = 10_000;

const folder = mkdtempSync(join(tmpdir(), 'semaforo-bench-'));

const start = async (name: string, settings: Record<string, string> = {}) => {
  const server = spawnServer(
    {
      DATA_DIR: join(folder, name),
      PORT: String(await freePort()),
      EMBEDDED_BROKER_PORT: '0',
      ADMIN_PASSWORD: ADMIN.password,
      ...settings,
    },
    BUILT_SERVER,
  );
  await server.ready();
  return server;
};

const report = async (name: string, server: Awaited<ReturnType<typeof start>>) => {
  const requested = performance.now();
  server.signal('SIGTERM');
  await server.ended;
  reportFigure({ name, value: performance.now() - requested, unit: 'ms', limit: ENDS_WITHIN_MS });
};

await report('stop_at_rest_ms', await start('at-rest'));

const postgres = await startPostgres();
if (postgres) {
  const network = await startSwallowingNetwork(postgres.url);
  const server = await start('hanging', { DATABASE_URL: network.url });
  network.swallow();
  await until('the server waits for its database', network.hasSwallowed);
  await report('stop_while_the_database_hangs_ms', server);
  network.close();
  await postgres.stop();
} else {
  console.error('Tralasciata la misura dell’arresto senza risposta dal database: PostgreSQL non c’è');
}
rmSync(folder, { recursive: true, force: true });
