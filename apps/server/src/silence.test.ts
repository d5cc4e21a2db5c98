import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { connectAsync } from 'mqtt';
import { expect, test } from 'vitest';
import { startApp, untilStatus } from '../test/running-app.ts';

const TOPIC = '/3/val/s1';

test('a device that misses its rhythm is silent in the list, the counts and no alarm, until it speaks', async () => {
  let passedMs = 0;
  const app = await startApp({ monotonicClock: { elapsedMs: () => performance.now() + passedMs } });
  const { id: userId, client } = await app.createOperator('valdombra');
  const admin = await app.logIn(ADMIN);
  await app.createDevice({ topic: TOPIC, userId });
  const device = await connectAsync(`mqtt://127.0.0.1:${app.brokerPort}`, BROKER_LOGIN);
  const reportTemperature = async (temp: number) => {
    await device.publishAsync(`${TOPIC}/temp`, String(temp), { qos: 1 });
    await until(`${temp} °C were heard`, async () => {
      const { devices } = await admin('listManagedDevices');
      return devices.some((one) => one.temp === temp);
    });
  };
  await device.publishAsync(`${TOPIC}/out1`, '1', { qos: 1 });
  await untilStatus(client, TOPIC, 'shows verde', ({ condition }) => condition === 'ok');
  for (let temp = 20; temp < 25; temp += 1) {
    passedMs += 60_000;
    await reportTemperature(temp);
  }

  passedMs += 180_000;
  const silent = await untilStatus(client, TOPIC, 'is silent', ({ condition }) => condition === 'silent');
  expect(silent).toMatchObject({ status: 'verde', error: false, stale: false });
  const silentForMs = Date.now() - Date.parse(silent.silent_since ?? '');
  expect(silentForMs).toBeGreaterThanOrEqual(180_000);
  expect(silentForMs).toBeLessThan(240_000);
  const measured = await (await fetch(`${app.url}/metrics`)).text();
  expect(measured).toContain('semaforo_devices{state="silent"} 1');
  expect(await client('listAlarms')).toEqual([]);

  await reportTemperature(25);
  const [received] = await client('listDeviceStatuses');
  expect(received).toMatchObject({ condition: 'ok', silent_since: null });
  await device.endAsync();
  await app.stop();
});
