import { outsideBrokerSettings } from '@semaforo/testing/broker-settings';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { createMosquitto, hasMosquitto, MOSQUITTO_LOGIN } from '@semaforo/testing/mosquitto';
import { until } from '@semaforo/testing/until';
import { connectAsync } from 'mqtt';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningApp, startApp, untilStatus } from '../test/running-app.ts';

const KEY = '/3/val/s1';
const RETAINED = { qos: 1, retain: true } as const;

/** Registers the key, of which the broker keeps `out4=1`, and lets it speak. */
async function expectLastKnown(
  app: RunningApp,
  report: (channel: string, payload: string) => Promise<unknown>,
) {
  const { id: userId, client } = await app.createOperator('valdombra');
  await app.createDevice({ topic: KEY, userId });
  const [record] = await client('listDeviceStatuses');
  expect(record).toMatchObject({ status: 'rosso', stale: true, updated_at: null });
  expect(record?.lamps.find(({ color }) => color === 'rosso')).toMatchObject({
    on: true,
    said_at: null,
    fresh: false,
  });
  await report('out4', '1');
  await untilStatus(client, KEY, 'is heard live', ({ status, stale }) => status === 'rosso' && !stale);
}

/** Everything that the broker had for the console before is there once a word that was said later is. */
async function untilReported(app: RunningApp, key: string) {
  const admin = await app.logIn(ADMIN);
  await until('the key is heard', async () =>
    (await admin('listHeardDevices')).heard.some((one) => one.key === key),
  );
}

test('what a key said to the embedded broker is the last known state of its later device', async () => {
  const app = await startApp();
  onTestFinished(app.stop);
  const device = await connectAsync(`mqtt://127.0.0.1:${app.brokerPort}`, BROKER_LOGIN);
  onTestFinished(() => device.endAsync(true));
  await device.publishAsync(`${KEY}/out4`, '1', RETAINED);
  await untilReported(app, KEY);
  await expectLastKnown(app, (channel, payload) =>
    device.publishAsync(`${KEY}/${channel}`, payload, RETAINED),
  );
});

test.skipIf(!hasMosquitto)('what Mosquitto kept of a key before it was registered is that, too', async () => {
  const mosquitto = createMosquitto(await freePort());
  await mosquitto.start();
  onTestFinished(mosquitto.remove);
  const device = await connectAsync(`mqtt://127.0.0.1:${mosquitto.port}`, MOSQUITTO_LOGIN);
  onTestFinished(() => device.endAsync(true));
  await device.publishAsync(`${KEY}/out4`, '1', RETAINED);
  const app = await startApp({ settings: outsideBrokerSettings(mosquitto.port, MOSQUITTO_LOGIN) });
  onTestFinished(app.stop);
  const admin = await app.logIn(ADMIN);
  await until('the console is connected', async () => (await admin('getBrokerStatus')).connected);
  await device.publishAsync('/3/val/altro/out1', '1', { qos: 1 });
  await untilReported(app, '/3/val/altro');
  await expectLastKnown(app, (channel, payload) =>
    device.publishAsync(`${KEY}/${channel}`, payload, RETAINED),
  );
});
