import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import type { ServerProcess } from '@semaforo/testing/server-process';
import { type SwallowingNetwork, startSwallowingNetwork } from '@semaforo/testing/swallowing-network';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { spawnBundledServer } from '../test/bundled-server.ts';
import { createTestDatabasePlace, type TestDatabasePlace, testEngines } from '../test/test-database.ts';

describe.runIf(testEngines().includes('postgres'))('a server whose database hangs', () => {
  let place: TestDatabasePlace;
  let network: SwallowingNetwork;
  let server: ServerProcess;

  beforeEach(async () => {
    place = await createTestDatabasePlace('postgres');
    network = await startSwallowingNetwork(place.databaseUrl ?? '');
    server = spawnBundledServer({
      DATA_DIR: place.dataDir,
      DATABASE_URL: network.url,
      PORT: String(await freePort()),
      EMBEDDED_BROKER_PORT: '0',
      ADMIN_PASSWORD: ADMIN.password,
    });
    await server.ready();
    network.swallow();
    await until('the server waits for its database', network.hasSwallowed);
  });

  afterEach(async () => {
    await server.end('SIGKILL');
    network.close();
    await place.remove();
  });

  test('ends by itself after SIGTERM and names what did not stop', async () => {
    server.signal('SIGTERM');
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain('a part did not stop');
  });

  test('ends at once at a second signal', async () => {
    const printed = server.output();
    server.signal('SIGTERM');
    await until('the first part has hung', () => server.output() !== printed);
    server.signal('SIGTERM');
    expect(await server.ended).toBe(1);
    // The parts after the first one that hung were not waited for.
    expect(server.output().match(/a part did not stop/g)).toHaveLength(1);
  });
});
