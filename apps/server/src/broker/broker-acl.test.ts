import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join as joinPath } from 'node:path';
import type { Client } from '@semaforo/client';
import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { createFleet, type Fleet } from '@semaforo/simulator/fleet';
import { BROKER_LOGIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestLogins, type TestLogins } from '../../test/embedded-broker.ts';
import { type RunningApp, startApp, untilStatus } from '../../test/running-app.ts';

const VERA = '/3/vera/s1';
const EVIL = '/3/evil/s1';
const REFUSED = 0x80;

describe('on the embedded broker', () => {
  let app: RunningApp;
  let logins: TestLogins;
  let vera: Client;
  let device: Fleet;
  let evil: { username: string; password: string };
  const clients: MqttClient[] = [];

  beforeAll(async () => {
    logins = createTestLogins();
    app = await startApp({ deviceLogins: logins, settings: { EMBEDDED_BROKER_SHARED_LOGIN: 'false' } });
    const { id: userId, client } = await app.createOperator('vera');
    vera = client;
    await app.createDevice({ topic: VERA, userId });
    evil = logins.give(EVIL, 'evil');
    device = createFleet({
      broker: { host: '127.0.0.1', port: app.brokerPort, ...logins.give(VERA, 'vera') },
      devices: [{ key: VERA, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'rosso' }],
    });
    await device.start();
    await shows('rosso');
  });
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.endAsync(true))));
  afterAll(async () => {
    await device.stop();
    await app.stop();
  });

  const shows = (color: string) =>
    untilStatus(vera, VERA, color, ({ status, stale, error }) => status === color && !stale && !error);
  /** A command that the honest device carries out and confirms. */
  const command = async (color: 'giallo' | 'rosso') => {
    const { results } = await vera('sendCommand', { body: { command: color } });
    expect(results).toEqual([{ device: VERA, error: null }]);
    await shows(color);
  };
  const join = async (options: IClientOptions) => {
    const client = await connectAsync(`mqtt://127.0.0.1:${app.brokerPort}`, {
      reconnectPeriod: 0,
      ...options,
    });
    client.on('error', () => {});
    clients.push(client);
    return client;
  };
  const serverClientId = () => {
    const serverId = readFileSync(joinPath(app.dataDir, 'server-id'), 'utf8').trim();
    return `semaforo-${createHash('sha256').update(serverId).digest('hex').slice(0, 16)}`;
  };
  const isCutOff = (client: MqttClient) => until('it is cut off', () => !client.connected);

  test.each(['#', '$SYS/#', '/+/+/+/+/set', '/+/+/+/+', `${VERA}/+/set`, `${EVIL}/#`])(
    'a device is refused the subscription %s',
    async (filter) => {
      const attacker = await join(evil);
      const received: string[] = [];
      attacker.on('message', (topic) => received.push(topic));
      const [granted] = await attacker.subscribeAsync([filter, `${EVIL}/+/set`]).catch((error: unknown) => {
        // The library says so when any is refused.
        expect(String(error)).toMatch(/Unspecified error/);
        return [{ qos: REFUSED }];
      });
      expect(granted?.qos).toBe(REFUSED);
      await command('giallo');
      expect(received).toEqual([]);
    },
  );

  test.each([
    ["another device's report", `${VERA}/out1`, '1', false],
    ["another device's availability", `${VERA}/status`, 'offline', true],
    ['a command', `${VERA}/out1/set`, '1', false],
    ['a command that would be kept', `${VERA}/out1/set`, '1', true],
    ['a command to itself', `${EVIL}/out1/set`, '1', true],
    ['a word in the name of the broker', '$SYS/x', '1', false],
    ["a marker of the server's", 'semaforo/x/marker', '1', false],
  ])(
    'a device that publishes %s is not listened to, and nothing changes',
    async (_what, topic, payload, retain) => {
      await command('rosso');
      const before = device.device(VERA).commands.length;
      const attacker = await join(evil);
      const listener = await join(logins.give(VERA, 'vera-again'));
      const kept: string[] = [];
      listener.on('message', (_topic, _payload, { retain: isKept }) => isKept && kept.push('kept'));
      await attacker.publishAsync(topic, payload, { qos: 1, retain });
      await listener.subscribeAsync(`${VERA}/+/set`, { qos: 1 });
      expect(kept).toEqual([]);
      await shows('rosso');
      expect(device.device(VERA).commands).toHaveLength(before);
      await command('giallo');
    },
  );

  test('devices whose connections are reset are all said to be gone', async () => {
    const { id: userId, client: rita } = await app.createOperator('rita');
    const keys = Array.from({ length: 12 }, (_, index) => `/3/rita/s${index}`);
    const areAll = (state: string, isSo: (record: DeviceStatusRecord) => boolean) =>
      until(state, async () => (await rita('listDeviceStatuses')).every(isSo));
    const devices = await Promise.all(
      keys.map(async (topic) => {
        await app.createDevice({ topic, userId });
        const will = {
          topic: `${topic}/status`,
          payload: Buffer.from('offline'),
          qos: 1,
          retain: true,
        } as const;
        const device = await join({ ...logins.give(topic, topic.slice(1)), will });
        await device.subscribeAsync(`${topic}/+/set`);
        await device.publishAsync(`${topic}/out1`, '1', { qos: 1 });
        return device;
      }),
    );
    await areAll('all are verde', ({ status, error }) => status === 'verde' && !error);
    for (const { stream } of devices) (stream as Socket).resetAndDestroy();
    await areAll('all are gone', ({ error_reason }) => error_reason === 'Dispositivo non in linea');
  });

  test('a device whose last will is a command is not let in', async () => {
    const will = { topic: `${EVIL}/out1/set`, payload: Buffer.from('1'), qos: 1, retain: true } as const;
    await expect(join({ ...evil, will })).rejects.toThrow(/Not authorized/);
  });

  test("nobody takes the server's client id, nor that of a device with another log-in", async () => {
    const { since } = await vera('getBrokerStatus');
    for (const clientId of [serverClientId(), `${serverClientId()}-prova-1`]) {
      for (const login of [evil, { username: serverClientId(), password: 'indovinata' }]) {
        await expect(join({ ...login, clientId })).rejects.toThrow(/Not authorized/);
      }
    }
    const own = await join({ ...evil, clientId: 'taken' });
    const honest = logins.give('/3/vera/s2', 'honest');
    await expect(join({ ...honest, clientId: 'taken' })).rejects.toThrow(/Not authorized/);
    expect(own.connected).toBe(true);
    const second = await join({ ...evil, clientId: 'another' });
    expect([own.connected, second.connected]).toEqual([true, true]);
    expect(await vera('getBrokerStatus')).toMatchObject({ connected: true, since });
  });

  test('the log-in of the settings is refused while it is not shared', async () => {
    await expect(join(BROKER_LOGIN)).rejects.toThrow(/Not authorized/);
    expect(await vera('getBrokerStatus')).toMatchObject({ sharedLogin: false });
  });

  test('a log-in that is changed, moved or ended cuts its connection, and the former one lets nobody in', async () => {
    for (const change of [
      () => logins.give(EVIL, 'evil'),
      () => logins.give('/3/evil/s2', 'evil'),
      () => logins.end('evil'),
    ]) {
      const login = logins.give(EVIL, 'evil');
      const attacker = await until('it is let in', () => join(login).catch(() => undefined));
      change();
      await isCutOff(attacker);
      await expect(join(login)).rejects.toThrow(/Not authorized/);
    }
    expect(logins.log).toContain('evil');
  });

  test('a saved broker that is the embedded one goes on working', async () => {
    const admin = await app.logIn({ username: 'admin', password: 'lampada-di-prova-42' });
    const saved = await admin.attempt('saveBrokerConfig', {
      body: { broker: 'localhost', port: app.brokerPort, ...BROKER_LOGIN },
    });
    expect(saved).toMatchObject({ status: 200 });
    await command('rosso');
  });
});
