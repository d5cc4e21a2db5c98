import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@semaforo/client';
import type { Alert } from '@semaforo/contract/api/alerts';
import type { SensorRecord } from '@semaforo/contract/api/sensors';
import { SECOND_PERSON_SETTING } from '@semaforo/contract/domain/approval-rules';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningApp, startApp, untilShows } from '../../test/running-app.ts';

const GAUGE = '/3/val/acqua';
const SIGNAL = '/3/val/sottopasso';
const MIN_MS = 60_000;
const THRESHOLDS = [
  { color: 'arancio' as const, at: 15, clear_at: 10, for_s: 0 },
  { color: 'rosso' as const, at: 30, clear_at: 22, for_s: 0 },
];

describe('gauges and the rules of their sites', () => {
  let app: RunningApp;
  let dataDir: string;
  let anna: { id: number; client: Client };
  let signal: number;
  let gauge: number;
  let board: MqttClient;
  let ahead: number;

  const start = () =>
    startApp({
      dataDir,
      clock: { now: () => Date.now() + ahead },
      monotonicClock: { elapsedMs: () => performance.now() + ahead },
      alarmTiming: { checkEveryMs: 50 },
      settings: { ALARM_RAISE_SECONDS: '0' },
    });
  const connect = () => connectAsync({ host: '127.0.0.1', port: app.brokerPort, ...BROKER_LOGIN });

  beforeEach(async () => {
    ahead = 0;
    dataDir = mkdtempSync(join(tmpdir(), 'semaforo-sensors-'));
    app = await start();
    anna = await app.createOperator('anna');
    signal = await app.createDevice({ topic: SIGNAL, userId: anna.id, name: 'Sottopasso' });
    gauge = await app.createDevice({ topic: GAUGE, userId: anna.id, name: 'Acqua', type: 'misuratore' });
    await app.startFleet([
      { key: SIGNAL, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' },
    ]);
    await untilShows(anna.client, SIGNAL, 'verde');
    board = await connect();
  });
  afterEach(async () => {
    await board.endAsync();
    await app.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const say = (channel: string, payload: string | number, options = {}) =>
    board.publishAsync(`${GAUGE}/${channel}`, String(payload), { qos: 1, ...options });
  const sensor = async () => {
    const [found] = await anna.client('listSensors');
    return found as SensorRecord;
  };
  const untilSensor = (what: string, holds: (found: SensorRecord) => boolean) =>
    until(what, async () => {
      const found = await sensor();
      return holds(found) ? found : undefined;
    });
  const rule = (more: object = {}) =>
    anna.client('saveSensorRule', {
      params: { id: gauge },
      body: { thresholds: THRESHOLDS, policy: 'raise', device_ids: [signal], ...more },
    });
  const alerts = () => anna.client('listAlerts');
  const untilAlert = (what: string, holds: (found: Alert) => boolean) =>
    until(what, async () => (await alerts()).find(holds));
  const events = async () => {
    const { events } = await anna.client('getSensorPast', {
      params: { id: gauge },
      query: { period: '24h' },
    });
    return events.toReversed();
  };
  const kinds = async () => (await events()).map(({ kind, color }) => (color ? `${kind} ${color}` : kind));

  test('a gauge is heard on its own topics, and is no signal', async () => {
    await say('level', 12.5);
    await say('rain', '3.2');
    await say('float', 0);
    const found = await untilSensor('it measured', ({ float }) => float !== null);
    expect(found).toMatchObject({
      id: gauge,
      topic: GAUGE,
      name: 'Acqua',
      level: 12.5,
      rain: 3.2,
      float: false,
    });
    await say('measure', JSON.stringify({ level: 13, at: new Date().toISOString(), quality: 'good' }));
    await untilSensor('it measured again', ({ level }) => level === 13);
    expect(await anna.client('listDeviceStatuses')).toHaveLength(1);
    await expect(
      anna.client('sendCommand', { body: { command: 'rosso', deviceIds: [gauge] } }),
    ).rejects.toMatchObject({ status: 400 });
    const { minutes } = await anna.client('getSensorPast', { params: { id: gauge } });
    expect(minutes.at(-1)).toMatchObject({ level: 13, level_min: 12.5, level_max: 13, float: false });
  });

  test('water raises the lamp by itself, once, and only a person lowers it', async () => {
    await rule();
    await say('level', 3);
    await untilSensor('it is heard', ({ level }) => level === 3);
    await say('level', 16);
    await untilShows(anna.client, SIGNAL, 'arancio');
    await say('level', 31);
    await untilShows(anna.client, SIGNAL, 'rosso');
    const made = await untilAlert(
      'it is in course',
      ({ state, color }) => state === 'in corso' && color === 'rosso',
    );
    expect(made).toMatchObject({ source: 'sensor', sensor_id: gauge, author: null, whom: 'scelti' });
    expect(made.reason).toBe('Acqua: Acqua a 31 cm, sopra 30 cm');
    const admin = await app.logIn(ADMIN);
    const shown = { public_page: 'true', public_slug: 'val' };
    await admin('saveUserSetting', { params: { id: anna.id }, body: shown });
    const page = await until('citizens read the level', async () => {
      const answer = await fetch(`${app.url}/c/val/${signal}`);
      const text = answer.ok ? await answer.text() : '';
      return text.includes('Acqua: 31 cm, misurata alle ') && text;
    });
    expect(page).toContain('Rosso');
    for (const level of [32, 29, 31, 30, 33]) await say('level', level);
    await untilSensor('the last is heard', ({ level }) => level === 33);
    await until('the alert of arancio is replaced', async () => {
      const open = (await alerts()).filter(({ state }) => state === 'in corso');
      return open.length === 1;
    });
    await say('level', 5);
    await until('it is no longer asked', async () => (await sensor()).asked === null);
    await until('it is stored', async () => (await kinds()).length === 3);
    expect(await kinds()).toEqual(['threshold arancio', 'threshold rosso', 'cleared']);
    await untilShows(anna.client, SIGNAL, 'rosso');
    await anna.client('concludeAlert', { params: { id: made.id }, body: {} });
    await untilShows(anna.client, SIGNAL, 'verde');
    // The next time is another event.
    await say('level', 31);
    await untilShows(anna.client, SIGNAL, 'rosso');
  });

  test('what a person set by hand during the flood gives way to a new rise', async () => {
    await rule();
    await say('level', 31);
    await untilShows(anna.client, SIGNAL, 'rosso');
    await anna.client('sendCommand', { body: { command: 'verde', deviceIds: [signal] } });
    await untilShows(anna.client, SIGNAL, 'verde');
    await say('level', 25);
    await say('level', 15);
    await untilSensor('it fell', ({ asked }) => asked === 'arancio');
    await say('level', 32);
    await untilShows(anna.client, SIGNAL, 'rosso');
  });

  test('a site that proposes waits for a person, one that warns calls people', async () => {
    await rule({ policy: 'propose' });
    await say('level', 31);
    const proposed = await untilAlert('it is proposed', ({ state }) => state === 'proposta');
    expect(proposed).toMatchObject({ color: 'rosso', source: 'sensor', awaits: null });
    await anna.client('confirmAlert', { params: { id: proposed.id }, body: {} });
    await untilShows(anna.client, SIGNAL, 'rosso');
    const alarms = await until('the alarm is open', async () => {
      const found = await anna.client('listAlarms');
      return found.some(({ kind }) => kind === 'acqua alta') && found;
    });
    expect(alarms.find(({ kind }) => kind === 'acqua alta')).toMatchObject({
      owner: 'anna',
      state: 'aperto',
    });
  });

  test('where two people are needed for rosso, the site proposes it', async () => {
    const admin = await app.logIn(ADMIN);
    await admin('saveUserSetting', {
      params: { id: anna.id },
      body: { [SECOND_PERSON_SETTING]: 'true' },
    });
    await rule();
    await say('level', 16);
    await untilShows(anna.client, SIGNAL, 'arancio');
    await say('level', 31);
    await untilAlert('it is proposed', ({ state, color }) => state === 'proposta' && color === 'rosso');
    await untilShows(anna.client, SIGNAL, 'arancio');
  });

  test('its state survives a restart: neither forgotten nor done twice', async () => {
    await rule({ thresholds: [{ color: 'rosso', at: 30, clear_at: 22, for_s: 0 }] });
    await say('level', 31);
    await untilShows(anna.client, SIGNAL, 'rosso');
    await untilAlert('it is in course', ({ state }) => state === 'in corso');
    await board.endAsync();
    await app.stop();
    app = await start();
    anna = { ...anna, client: await app.logIn({ username: 'anna', password: 'operatore-di-prova-1' }) };
    board = await connect();
    expect(await sensor()).toMatchObject({ asked: 'rosso', level: 31 });
    await say('level', 32);
    await untilSensor('it is heard', ({ level }) => level === 32);
    expect(await kinds()).toEqual(['threshold rosso']);
    expect((await alerts()).filter(({ source }) => source === 'sensor')).toHaveLength(1);
  });

  test('a gauge that is moved to another topic keeps its rule, its events and their numbers', async () => {
    const admin = await app.logIn(ADMIN);
    await rule();
    await say('level', 31);
    await untilShows(anna.client, SIGNAL, 'rosso');
    await say('level', 5);
    await untilSensor('the water has fallen', ({ asked }) => asked === null);
    await admin('updateDevice', { params: { id: gauge }, body: { topic: '/3/val/acqua2' } });
    expect(await sensor()).toMatchObject({ level: null, rule: { policy: 'raise' } });
    await board.publishAsync('/3/val/acqua2/level', '32', { qos: 1 });
    await untilSensor('it asks again', ({ asked }) => asked === 'rosso');
    await until('that is stored', async () => (await events()).length === 3);
    expect((await events()).map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  test('a silent sensor is an alarm, and by choice of the site it raises', async () => {
    await rule({ silent: 'raise', silent_after_s: 60 });
    await say('level', 3);
    await untilSensor('it is heard', ({ level }) => level === 3);
    ahead = 2 * MIN_MS;
    await untilShows(anna.client, SIGNAL, 'giallo');
    const silent = await sensor();
    expect(silent.silent_since).not.toBeNull();
    const [event] = await events();
    expect(event?.sentence).toMatch(/^Sensore muto da .*; ultimo livello saputo: 3 cm$/);
    await until('the alarm is open', async () =>
      (await anna.client('listAlarms')).find(({ kind }) => kind === 'sensore muto'),
    );
    await say('level', 4);
    await untilSensor('it is heard again', ({ silent_since }) => silent_since === null);
    await untilShows(anna.client, SIGNAL, 'giallo');
  });

  test('a measure that cannot be is an alarm that names why, and counts for nothing', async () => {
    await rule();
    await say('level', 3);
    await say('level', -300);
    const wrong = await untilSensor('it is doubted', ({ fault }) => fault !== null);
    expect(wrong).toMatchObject({ fault: 'fuori scala', level: 3, asked: null });
    const alarm = await until('the alarm is open', async () =>
      (await anna.client('listAlarms')).find(({ kind }) => kind === 'misura sospetta'),
    );
    expect(alarm.detail).toMatch(/^Misura fuori scala/);
  });

  test('with two votes the level alone does not raise; a person on the spot is the second', async () => {
    await rule({ votes: 2 });
    await say('float', 0);
    await say('level', 31);
    await untilSensor('it is heard', ({ level }) => level === 31);
    expect((await sensor()).asked).toBeNull();
    await anna.client('sayWater', { params: { id: gauge }, body: { water: true } });
    await untilShows(anna.client, SIGNAL, 'rosso');
    const [person, threshold] = await events();
    expect(person?.sentence).toBe('anna ha visto acqua sul posto');
    expect(threshold?.sentence).toBe('Acqua a 31 cm, sopra 30 cm; anna ha visto acqua');
  });

  test('what the board lit by itself is taken over as an alert', async () => {
    await rule({ local: true });
    await anna.client('sendCommand', { body: { command: 'verde', deviceIds: [signal] } });
    await untilShows(anna.client, SIGNAL, 'verde');
    await board.publishAsync(`${SIGNAL}/out4`, '1', { qos: 1 });
    await board.publishAsync(`${SIGNAL}/out1`, '0', { qos: 1 });
    const made = await untilAlert('it is taken over', ({ state }) => state === 'in corso');
    expect(made).toMatchObject({ color: 'rosso', reason: 'Acqua: Rosso acceso dal posto su Sottopasso' });
  });

  test.each([
    [
      'a threshold that clears above itself',
      { thresholds: [{ color: 'rosso', at: 10, clear_at: 12, for_s: 0 }] },
    ],
    ['colors out of order', { thresholds: THRESHOLDS.toReversed() }],
    ['a color that warns of nothing', { thresholds: [{ color: 'verde', at: 10, clear_at: 2, for_s: 0 }] }],
  ])('refuses %s', async (_what, wrong) => {
    await expect(rule(wrong)).rejects.toMatchObject({ status: 400 });
  });

  test('a rule that is taken away asks for nothing any more', async () => {
    await rule({ policy: 'warn' });
    await say('level', 31);
    await untilSensor('it asks', ({ asked }) => asked === 'rosso');
    const without = await anna.client('deleteSensorRule', { params: { id: gauge } });
    expect(without).toMatchObject({ rule: null, asked: null, level: 31 });
  });

  test('a rule lights only signals of its own Comune', async () => {
    const other = await app.createOperator('bruno');
    const foreign = await app.createDevice({ topic: '/3/altro/s1', userId: other.id });
    await expect(rule({ device_ids: [foreign] })).rejects.toMatchObject({ status: 422 });
    await expect(rule({ device_ids: [gauge] })).rejects.toMatchObject({ status: 422 });
    await expect(rule({ device_ids: [] })).rejects.toMatchObject({ status: 422 });
    await expect(other.client('getSensor', { params: { id: gauge } })).rejects.toMatchObject({ status: 404 });
  });

  test('a LoRaWAN network speaks for a gauge, never for a lamp', async () => {
    await expect(
      app.createDevice({ topic: '/3/val/lora', userId: anna.id, profile: 'chirpstack' }),
    ).rejects.toMatchObject({ status: 400, code: 'gauges-only' });
    const key = '/3/val/24e124707c481234';
    const id = await app.createDevice({
      topic: key,
      userId: anna.id,
      profile: 'chirpstack',
      type: 'misuratore',
    });
    const admin = await app.logIn(ADMIN);
    await admin('saveSensorSettings', {
      params: { id },
      body: { field: 'distance', scale: -0.1, offset: 300, min: -20, max: 400 },
    });
    const uplink = { time: new Date().toISOString(), fCnt: 7, object: { distance: 2790, battery: 91 } };
    await board.publishAsync(`${key}/event/up`, JSON.stringify(uplink), { qos: 1 });
    await until('it is heard', async () => {
      const found = (await anna.client('listSensors')).find((one) => one.id === id);
      return found?.level === 21;
    });
  });
});
