import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../test/free-port.ts';
import { type ServerProcess, spawnServer } from '../test/server-process.ts';
import { type SwallowingNetwork, startSwallowingNetwork } from '../test/swallowing-network.ts';
import { createTestDatabasePlace, type TestDatabasePlace, testEngines } from '../test/test-database.ts';
import { until } from '../test/until.ts';

const ENDS_WITHIN_MS = 10_000;

describe.runIf(testEngines().includes('postgres'))('a server whose database hangs', () => {
  let place: TestDatabasePlace;
  let network: SwallowingNetwork;
  let server: ServerProcess;

  beforeEach(async () => {
    place = await createTestDatabasePlace('postgres');
    network = await startSwallowingNetwork(place.databaseUrl ?? '');
    server = spawnServer({
      DATA_DIR: place.dataDir,
      DATABASE_URL: network.url,
      PORT: String(await freePort()),
      EMBEDDED_BROKER_PORT: '0',
      ADMIN_PASSWORD: 'parola-lunga-di-prova',
    });
    await server.ready();
    network.swallow();
    await until('the server waits for its database', network.hasSwallowed);
  });

  afterEach(async () => {
    server.child.kill('SIGKILL');
    await server.ended;
    network.close();
    await place.remove();
  });

  test('ends within ten seconds of SIGTERM and names what did not stop', async () => {
    const asked = performance.now();
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(1);
    expect(performance.now() - asked).toBeLessThan(ENDS_WITHIN_MS);
    expect(server.printed()).toContain('a part did not stop');
  });

  test('ends at once at a second signal', async () => {
    server.child.kill('SIGTERM');
    await new Promise<void>((resolve) => server.child.stderr?.once('data', () => resolve()));
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(1);
    // The parts after the first one that hung were not waited for.
    expect(server.printed().match(/a part did not stop/g)).toHaveLength(1);
  });
});
