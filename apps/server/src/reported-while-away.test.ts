import type { Client } from '@semaforo/client';
import { outsideBrokerSettings } from '@semaforo/testing/broker-settings';
import { freePort } from '@semaforo/testing/free-port';
import { createMosquitto, hasMosquitto, MOSQUITTO_LOGIN } from '@semaforo/testing/mosquitto';
import { until } from '@semaforo/testing/until';
import { connectAsync } from 'mqtt';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startCutNetwork } from '../test/cut-network.ts';
import { startApp, untilStatus } from '../test/running-app.ts';

const KEY = '/3/val/s1';
const OTHER_KEY = '/3/val/s2';

describe.skipIf(!hasMosquitto)('what a device says while the server has no link to the broker', () => {
  const ends: (() => unknown)[] = [];
  let client: Client;
  let report: (channel: string, payload: string, retain?: boolean, key?: string) => Promise<unknown>;
  let cut: () => Promise<unknown>;
  let comeBack: () => Promise<unknown>;

  beforeEach(async () => {
    const mosquitto = createMosquitto(await freePort());
    await mosquitto.start();
    const network = await startCutNetwork(mosquitto.port);
    const app = await startApp({ settings: outsideBrokerSettings(network.port, MOSQUITTO_LOGIN) });
    const operator = await app.createOperator('valdombra');
    for (const topic of [KEY, OTHER_KEY]) await app.createDevice({ topic, userId: operator.id });
    const device = await connectAsync(`mqtt://127.0.0.1:${mosquitto.port}`, MOSQUITTO_LOGIN);
    ends.push(mosquitto.remove, network.stop, app.stop, () => device.endAsync(true));
    client = operator.client;
    report = (channel, payload, retain = false, key = KEY) =>
      device.publishAsync(`${key}/${channel}`, payload, { qos: 1, retain });
    const isUp = async () => (await client('getBrokerStatus')).connected;
    cut = () => {
      network.cut();
      return until('the link is down', async () => !(await isUp()));
    };
    comeBack = () => {
      network.comeBack();
      return until('the link is back', isUp);
    };
    await report('out1', '1');
    await report('out4', '0');
    await untilStatus(client, KEY, 'shows verde', ({ status, stale }) => status === 'verde' && !stale);
  });
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  test('its reports count as the last known, though it spoke of the same lamps before', async () => {
    await cut();
    await report('out4', '1');
    await report('out1', '0');
    await comeBack();
    const [record] = await client('listDeviceStatuses');
    expect(record).toMatchObject({ status: 'rosso', stale: true, error: false });
    await report('out4', '1');
    await untilStatus(
      client,
      KEY,
      'shows rosso as fresh',
      ({ status, stale }) => status === 'rosso' && !stale,
    );
  });

  test('a device that went offline is in error, one that came back meanwhile is not', async () => {
    await cut();
    await report('status', 'offline', true);
    await report('status', 'online', true);
    await report('status', 'offline', true, OTHER_KEY);
    await comeBack();
    await untilStatus(client, OTHER_KEY, 'is offline', ({ error }) => error);
    await untilStatus(client, KEY, 'is in no error', ({ error }) => !error);
  });

  test('a device in error for being offline is so no more once it said online, though nobody listened', async () => {
    await report('status', 'offline', true);
    await untilStatus(client, KEY, 'is offline', ({ error }) => error);
    await cut();
    await report('status', 'online', true);
    await comeBack();
    const record = await untilStatus(client, KEY, 'is in no error', ({ error }) => !error);
    expect(record).toMatchObject({ status: 'verde', stale: true });
  });
});
