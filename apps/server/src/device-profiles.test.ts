import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@semaforo/client';
import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { REASSERT_SETTING } from '@semaforo/contract/domain/device/reassertion';
import type { DeviceProfile } from '@semaforo/contract/domain/device-profiles';
import { createFleet, type Fleet } from '@semaforo/simulator/fleet';
import { outsideBrokerSettings } from '@semaforo/testing/broker-settings';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { createMosquitto, hasMosquittoPlugin, PLUGIN_ADMIN, pluginAccess } from '@semaforo/testing/mosquitto';
import { until } from '@semaforo/testing/until';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp, untilStatus } from '../test/running-app.ts';

const OBEDIENT = { kind: 'obedient' } as const;
/** How each board says that its rosso is lit, to the letter of its makers, and that it is gone. */
const WORDS = {
  tasmota: { rosso: ['stat/POWER4', 'ON'], wrong: ['stat/POWER4', '1'], gone: ['tele/LWT', 'Offline'] },
  shelly: {
    rosso: ['status/switch:3', '{"id":3,"output":true}'],
    wrong: ['status/switch:3', 'true'],
    gone: ['online', 'false'],
  },
  esphome: {
    rosso: ['switch/rosso/state', 'ON'],
    wrong: ['switch/rosso/state', '1'],
    gone: ['status', 'offline'],
  },
} as const;
const WATCHER = { username: 'casa', password: 'della-casa-sola' };
const HOME_ASSISTANT = {
  HOME_ASSISTANT_DISCOVERY: 'ha',
  HOME_ASSISTANT_USERNAME: WATCHER.username,
  HOME_ASSISTANT_PASSWORD: WATCHER.password,
};
const PROFILES: DeviceProfile[] = ['outN', 'tasmota', 'shelly', 'esphome'];

type FoundDevice = { device: { name: string }; components: Record<string, { state_topic: string }> };

/** Undefined for a document that was taken back. */
function readFound(payload: Buffer): FoundDevice | undefined {
  return payload.length === 0 ? undefined : (JSON.parse(payload.toString()) as FoundDevice);
}

describe('devices of each profile, on the embedded broker', () => {
  let app: RunningApp;
  let town: Client;
  let admin: Client;
  let fleet: Fleet;
  let board: MqttClient;
  const ids = new Map<DeviceProfile, number>();
  const keyOf = (profile: DeviceProfile) => `/3/val/${profile}`;
  const report = (profile: DeviceProfile, [channel, payload]: readonly [string, string], retain = false) =>
    board.publishAsync(`${keyOf(profile)}/${channel}`, payload, { qos: 1, retain });
  const of = async (profile: DeviceProfile) => {
    const records = await town('listDeviceStatuses');
    return records.find(({ topic }) => topic === keyOf(profile));
  };

  beforeAll(async () => {
    app = await startApp({ settings: { COMMAND_CONFIRM_MS: '1500', ...HOME_ASSISTANT } });
    admin = await app.logIn(ADMIN);
    const { id: userId, client } = await app.createOperator('valdombra');
    town = client;
    // These boards are left as they show.
    await admin('saveUserSetting', { params: { id: String(userId) }, body: { [REASSERT_SETTING]: 'false' } });
    for (const profile of PROFILES) {
      ids.set(profile, await app.createDevice({ topic: keyOf(profile), userId, profile }));
    }
    board = await connectAsync(`mqtt://127.0.0.1:${app.brokerPort}`, BROKER_LOGIN);
    fleet = await app.startFleet(
      PROFILES.map((profile) => ({
        key: keyOf(profile),
        ...{ type: 'semaforo', behaviour: OBEDIENT, shows: 'verde', profile },
      })),
    );
  });
  afterAll(async () => {
    await board.endAsync(true);
    await app.stop();
  });

  test('say by themselves what they show and measure, and confirm a command lamp by lamp', async () => {
    for (const profile of PROFILES) {
      const record = await untilStatus(town, keyOf(profile), 'verde', ({ status }) => status === 'verde');
      expect(record).toMatchObject({ stale: false, error: false });
    }
    const { results } = await town('sendCommand', { body: { command: 'rosso' } });
    expect(results.map(({ error }) => error)).toEqual(PROFILES.map(() => null));
    for (const profile of PROFILES) {
      expect((await of(profile))?.lamps.map(({ on, fresh }) => [on, fresh])).toEqual(
        [false, false, false, true].map((on) => [on, true]),
      );
    }
    const { devices } = await admin('listManagedDevices');
    expect(devices.map(({ profile, uptime }) => [profile, typeof uptime])).toEqual(
      [...PROFILES].sort().map((profile) => [profile, 'number']),
    );
  });

  test('that lie are in error, and never shown as they were asked', async () => {
    for (const profile of PROFILES) fleet.device(keyOf(profile)).behave({ kind: 'liar' });
    const { results } = await town('sendCommand', { body: { command: 'giallo' } });
    expect(results.every(({ error }) => error !== null)).toBe(true);
    for (const profile of PROFILES) {
      const record = await of(profile);
      expect(record?.error).toBe(true);
      expect(record?.lamps.find(({ color }) => color === 'giallo')?.on).toBe(false);
      fleet.device(keyOf(profile)).behave(OBEDIENT);
      fleet.device(keyOf(profile)).show('verde');
      await untilStatus(town, keyOf(profile), 'verde', ({ status, error }) => status === 'verde' && !error);
    }
  });

  test.each<[DeviceProfile, string, string]>([
    ['outN', 'out1/power', '21.5'],
    ['tasmota', 'tele/SENSOR', '{"ENERGY":{"Power":[21.5,0,0,0]}}'],
    ['shelly', 'status/switch:0', '{"id":0,"output":true,"apower":21.5}'],
  ])(
    'of %s say what their lit lamp draws, by which it is known until it changes',
    async (profile, ...words) => {
      const verde = async () => (await of(profile))?.lamps.find(({ color }) => color === 'verde');
      const unmeasured = { on: true, witness: profile === 'outN' ? 'command' : 'relay', power: null };
      expect(await verde()).toMatchObject(unmeasured);
      await report(profile, words);
      await until('the lamp is measured', async () => (await verde())?.power === 21.5);
      expect(await verde()).toMatchObject({ on: true, witness: 'current' });
      fleet.device(keyOf(profile)).show('rosso');
      await untilStatus(town, keyOf(profile), 'rosso', ({ status }) => status === 'rosso');
      fleet.device(keyOf(profile)).show('verde');
      await untilStatus(town, keyOf(profile), 'verde', ({ status, error }) => status === 'verde' && !error);
      expect(await verde()).toMatchObject(unmeasured);
    },
  );

  describe.each(Object.entries(WORDS) as [keyof typeof WORDS, (typeof WORDS)['tasmota']][])(
    '%s',
    (profile, { rosso, wrong, gone }) => {
      test('counts by its documented words only', async () => {
        await report(profile, wrong);
        await report(profile, ['out4', '1']);
        expect((await of(profile))?.status).toBe('verde');
        await report(profile, rosso);
        const record = await untilStatus(town, keyOf(profile), 'rosso', ({ status }) => status === 'rosso');
        expect(record.error_reason).toBe('Più lampade accese: verde e rosso');
        fleet.device(keyOf(profile)).show('verde');
        await untilStatus(town, keyOf(profile), 'verde', ({ status, error }) => status === 'verde' && !error);
      });

      test('is in error by its last will', async () => {
        await report(profile, gone, true);
        await untilStatus(
          town,
          keyOf(profile),
          'offline',
          ({ error_reason }) => error_reason === 'Dispositivo non in linea',
        );
        fleet.device(keyOf(profile)).show('verde');
        await untilStatus(town, keyOf(profile), 'back', ({ error }) => !error);
      });
    },
  );

  test('are found by a Home Assistant, which reads what they say, and commands nothing', async () => {
    // As its makers have it: with a birth and a last will of its own.
    const homeAssistant = await connectAsync(`mqtt://127.0.0.1:${app.brokerPort}`, {
      ...WATCHER,
      will: { topic: 'ha/status', payload: Buffer.from('offline'), qos: 0, retain: true },
    });
    const received: string[] = [];
    const found = new Map<string, FoundDevice | undefined>();
    homeAssistant.on('message', (topic, payload) => {
      received.push(topic);
      if (topic.startsWith('ha/')) found.set(topic, readFound(payload));
    });
    const named = (name: string) => [...found.values()].find((one) => one?.device.name === name);
    await homeAssistant.subscribeAsync([
      'ha/#',
      '/+/+/+/+',
      '/+/+/+/tele/+',
      '/+/+/+/status/+',
      '/+/+/+/switch/+/state',
    ]);
    // As many as it asks for in one packet.
    const many = Array.from(
      { length: 500 },
      (_, at) => `/3/comune-di-valdombra/segnale-${at}/switch/arancio/state`,
    );
    await homeAssistant.subscribeAsync(many);
    await until('all are found', () => PROFILES.every((profile) => named(keyOf(profile))));
    expect(found.size).toBe(PROFILES.length);

    received.length = 0;
    await town('sendCommand', { body: { command: 'rosso' } });
    const reported = PROFILES.filter((profile) => profile !== 'tasmota').map(
      (profile) => named(keyOf(profile))?.components.rosso?.state_topic,
    );
    await until('what they say is heard', () => reported.every((topic) => topic && received.includes(topic)));
    await homeAssistant.publishAsync(`${keyOf('outN')}/out1/set`, '1', { qos: 1, retain: true });
    await homeAssistant.publishAsync(`${keyOf('outN')}/out1`, '1', { qos: 1, retain: true });
    await homeAssistant.publishAsync('ha/status', 'online', { qos: 1, retain: true });

    const { id: userId } = await app.createOperator('altri');
    const id = await app.createDevice({ topic: '/4/altri/l1', type: 'lanterna', userId });
    await until('a new one is found', () => named('/4/altri/l1'));
    await admin('updateDevice', { params: { id }, body: { name: 'Lanterna del ponte' } });
    await until('its name is read', () => named('Lanterna del ponte'));
    await admin('deleteDevice', { params: { id } });
    await until('it is taken back', () => [...found.values()].includes(undefined));
    expect(received.filter((topic) => /\/set$|cmnd|command|^ha\/status/.test(topic))).toEqual([]);
    expect((await of('outN'))?.lamps.map(({ on }) => on)).toEqual([false, false, false, true]);
    await homeAssistant.endAsync(true);
    for (const profile of PROFILES) {
      fleet.device(keyOf(profile)).show('verde');
      await untilStatus(town, keyOf(profile), 'verde', ({ status, error }) => status === 'verde' && !error);
    }
  });

  test('are guessed among those that are heard, and another profile makes another device', async () => {
    await board.publishAsync('/3/val/ignoto/stat/POWER3', 'ON', { qos: 1 });
    await until('it is heard', async () => (await admin('listHeardDevices')).heard[0]);
    expect((await admin('listHeardDevices')).heard).toMatchObject([
      { key: '/3/val/ignoto', profile: 'tasmota', type: 'semaforo' },
    ]);
    const id = ids.get('tasmota') ?? 0;
    const changed = await admin('updateDevice', { params: { id }, body: { profile: 'shelly' } });
    expect(changed).toMatchObject({ profile: 'shelly', status: null });
    await report('tasmota', ['stat/POWER1', 'ON']);
    await report('tasmota', ['status/switch:1', '{"output":true}']);
    await untilStatus(town, keyOf('tasmota'), 'giallo', ({ status }) => status === 'giallo');
    expect((await of('tasmota'))?.lamps.map(({ on }) => on)).toEqual([null, true, null, null]);
  });
});

describe.skipIf(!hasMosquittoPlugin)(
  'devices of each profile, on a Mosquitto, each with its own log-in',
  () => {
    test('show, confirm, are missed and come back as on the embedded broker', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'semaforo-boards-'));
      const mosquitto = createMosquitto(await freePort(), { access: pluginAccess(folder) });
      await mosquitto.start();
      const app = await startApp({
        withoutBroker: true,
        settings: {
          ...outsideBrokerSettings(mosquitto.port, { username: 'console', password: 'della-console-sola' }),
          MOSQUITTO_DYNSEC_USERNAME: PLUGIN_ADMIN.username,
          MOSQUITTO_DYNSEC_PASSWORD: PLUGIN_ADMIN.password,
        },
      });
      const admin = await app.logIn(ADMIN);
      const { id: userId, client: town } = await app.createOperator('valdombra');
      const broker = { host: '127.0.0.1', port: mosquitto.port };
      const specs = [];
      for (const profile of PROFILES) {
        const key = `/3/val/${profile}`;
        const id = await app.createDevice({ topic: key, userId, profile });
        const { username, password } = await admin('makeCredentials', { params: { id } });
        const login = { username, password };
        specs.push({
          key,
          login,
          profile,
          type: 'semaforo' as const,
          shows: 'verde' as const,
          behaviour: OBEDIENT,
        });
      }
      const boards = createFleet({ broker, devices: specs });
      const untilAll = (what: string, isSo: (record: DeviceStatusRecord) => boolean) =>
        until(what, async () => (await town('listDeviceStatuses')).every(isSo));
      try {
        await boards.start();
        await untilAll(
          'all show verde',
          ({ status, stale, error }) => status === 'verde' && !stale && !error,
        );
        const { results } = await town('sendCommand', { body: { command: 'rosso' } });
        expect(results.map(({ error }) => error)).toEqual(PROFILES.map(() => null));
        await untilAll('all show rosso', ({ status }) => status === 'rosso');
        // Mosquitto says the last will of each board in the words of its makers.
        await boards.stop();
        await untilAll('all are missed', ({ error_reason: reason }) => reason === 'Dispositivo non in linea');
        const again = createFleet({ broker, devices: specs });
        await again.start();
        await untilAll('all are back, and lit again', ({ status, error, desired }) => {
          return status === 'rosso' && !error && desired?.reasserted === 1;
        });
        await mosquitto.kill();
        await untilAll('nothing is known', ({ stale }) => stale);
        await mosquitto.start();
        await untilAll(
          'all have said again what they show',
          ({ status, stale }) => status === 'rosso' && !stale,
        );
        await again.stop();
      } finally {
        await boards.stop();
        await app.stop();
        await mosquitto.remove();
        rmSync(folder, { recursive: true, force: true });
      }
    });
  },
);
