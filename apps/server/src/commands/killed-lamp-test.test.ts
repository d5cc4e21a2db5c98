import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logIn } from '@semaforo/client';
import { createFleet } from '@semaforo/simulator/fleet';
import { outsideBrokerSettings } from '@semaforo/testing/broker-settings';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { createMosquitto, hasMosquitto, MOSQUITTO_LOGIN } from '@semaforo/testing/mosquitto';
import { until } from '@semaforo/testing/until';
import { afterEach, expect, test } from 'vitest';
import { spawnBundledServer } from '../../test/bundled-server.ts';
import { untilStatus } from '../../test/running-app.ts';

const KEY = '/3/val/s1';
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

test.skipIf(!hasMosquitto)(
  'after kill -9 amid a lamp test the device is asked to show what it showed',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'semaforo-lamps-'));
    ends.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const mosquitto = createMosquitto(await freePort());
    await mosquitto.start();
    ends.push(() => mosquitto.remove());
    const settings = {
      ...outsideBrokerSettings(mosquitto.port, MOSQUITTO_LOGIN),
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      ADMIN_PASSWORD: ADMIN.password,
    };
    const start = async () => {
      const server = spawnBundledServer(settings);
      ends.push(() => server.end('SIGKILL'));
      return { server, admin: await logIn({ origin: await server.ready() }, ADMIN) };
    };
    const first = await start();
    const { id: userId } = await first.admin('getMe');
    const { id } = await first.admin('createDevice', { body: { type: 'semaforo', topic: KEY, userId } });
    const fleet = createFleet({
      broker: { host: '127.0.0.1', port: mosquitto.port, ...MOSQUITTO_LOGIN },
      devices: [{ key: KEY, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'arancio' }],
    });
    await fleet.start();
    ends.push(() => fleet.stop());
    await untilStatus(first.admin, KEY, 'shows arancio', (one) => one.status === 'arancio' && !one.stale);

    await first.admin('startLampTest', { body: { deviceIds: [id] } });
    await untilStatus(first.admin, KEY, 'shows giallo', ({ status }) => status === 'giallo');
    await first.server.end('SIGKILL');

    const { admin } = await start();
    const lampTest = await until('the test has ended', async () => {
      const [one] = await admin('listLampTests');
      return one?.ended_at ? one : undefined;
    });
    expect(lampTest.devices).toMatchObject([{ former: 'arancio', state: 'rimessa' }]);
    const record = await untilStatus(admin, KEY, 'is back', ({ testing }) => !testing);
    expect(record).toMatchObject({ status: 'arancio', out_of_sync: false, error: false });
    const lit = fleet.device(KEY).commands.filter(({ payload }) => payload === '1');
    expect(lit.map(({ channel }) => channel)).toEqual(['out1', 'out2', 'out3']);
  },
);
