import { outsideBrokerSettings } from '@semaforo/testing/broker-settings';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { createNats, hasNats } from '@semaforo/testing/nats';
import { until } from '@semaforo/testing/until';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { spawnBundledServer } from '../../test/bundled-server.ts';
import { createTestDatabasePlace } from '../../test/test-database.ts';

describe.skipIf(inject('postgresUrl') === null || !hasNats)('the bundled server', () => {
  test('joins NATS', async () => {
    const place = await createTestDatabasePlace('postgres');
    onTestFinished(place.remove);
    const nats = createNats(await freePort());
    onTestFinished(nats.kill);
    await nats.start();
    const server = spawnBundledServer({
      PORT: String(await freePort()),
      DATA_DIR: place.dataDir,
      DATABASE_URL: place.databaseUrl ?? '',
      NATS_URL: nats.url,
      SECRET_KEY: 'chiave-dei-server-di-prova-insieme',
      ADMIN_PASSWORD: ADMIN.password,
      ...outsideBrokerSettings(await freePort()),
    });
    onTestFinished(async () => void (await server.end('SIGKILL')));
    const origin = await server.ready();
    await until('it is ready, and not isolated', async () => {
      const { status } = (await (await fetch(`${origin}/readyz`)).json()) as { status: string };
      return status === 'ready';
    });
    expect(server.output()).not.toContain('cut off');
    expect(server.output()).not.toContain('NATS_URL');
  });

  test('warns at each start of a NATS without a log-in', async () => {
    const place = await createTestDatabasePlace('postgres');
    onTestFinished(place.remove);
    const server = spawnBundledServer({
      PORT: String(await freePort()),
      DATA_DIR: place.dataDir,
      DATABASE_URL: place.databaseUrl ?? '',
      NATS_URL: `nats://127.0.0.1:${await freePort()}`,
      SECRET_KEY: 'chiave-dei-server-di-prova-insieme',
      ADMIN_PASSWORD: ADMIN.password,
      ...outsideBrokerSettings(await freePort()),
    });
    onTestFinished(async () => void (await server.end('SIGKILL')));
    await server.ready();
    expect(server.output()).toContain('NATS_URL non ha un accesso');
  });
});
