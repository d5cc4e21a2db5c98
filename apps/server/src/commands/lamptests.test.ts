import type { Client } from '@semaforo/client';
import { openLiveSocket } from '@semaforo/client/live-socket';
import type { LampTest } from '@semaforo/contract/api/lamp-tests';
import type { Behaviour } from '@semaforo/simulator/behaviour';
import { ADMIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningApp, startApp, untilStatus } from '../../test/running-app.ts';

const KEY = '/3/val/s1';
const OTHER = '/3/val/s2';
const LAMPS = ['verde', 'giallo', 'arancio', 'rosso'];

let app: RunningApp;
let operator: Client;
let ids: Record<string, number>;

const open = async (lampTestStepMs: number) => {
  app = await startApp({ settings: { COMMAND_CONFIRM_MS: '1000' }, lampTestStepMs });
  const { id: userId, client } = await app.createOperator('valdombra');
  operator = client;
  ids = {};
  for (const topic of [KEY, OTHER]) ids[topic] = await app.createDevice({ topic, userId, name: topic });
};
beforeEach(() => open(100));
afterEach(() => app.stop());

const join = async (behaviours: { [key: string]: Behaviour } = {}) => {
  const fleet = await app.startFleet(
    [KEY, OTHER].map((key) => ({
      key,
      type: 'semaforo' as const,
      behaviour: behaviours[key] ?? { kind: 'obedient' },
      shows: 'verde' as const,
    })),
  );
  for (const topic of [KEY, OTHER]) {
    if (behaviours[topic]?.kind === 'mute') continue;
    await untilStatus(operator, topic, 'shows verde', ({ status, stale }) => status === 'verde' && !stale);
  }
  return fleet;
};
const begin = (...topics: string[]) =>
  operator.attempt('startLampTest', {
    query: { type: 'semaforo' },
    body: { deviceIds: topics.map((topic) => ids[topic] ?? 0) },
  });
const readTest = async (): Promise<LampTest | undefined> => (await operator('listLampTests'))[0];
const untilEnded = () =>
  until('the test has ended', async () => {
    const lampTest = await readTest();
    return lampTest?.ended_at ? lampTest : undefined;
  });

describe('a lamp test', () => {
  test('lights each lamp of its devices in turn, says which answered, and goes back', async () => {
    const fleet = await join();
    const { token = '' } = operator;
    const socket = openLiveSocket({ origin: app.url, token });
    let published = 0;
    socket.on('lamp_tests_changed', () => {
      published += 1;
    });
    await until('the page is live', () => socket.connected);
    const begun = await operator('startLampTest', { body: { deviceIds: [ids[KEY] ?? 0] } });
    expect(begun).toMatchObject({ username: 'valdombra', ended_at: null, device_type: 'semaforo' });
    await untilStatus(operator, KEY, 'is marked', ({ testing }) => testing);
    const { devices } = await untilEnded();
    const results = LAMPS.map((lamp) => ({ lamp, state: 'confermato', reason: null }));
    expect(devices).toEqual([
      { deviceId: ids[KEY], device: KEY, former: 'verde', state: 'rimessa', results },
    ]);
    // Twice for each lamp, and at the end.
    await until('the page was told', () => published >= 2 * LAMPS.length + 1);
    socket.disconnect();
    const record = await untilStatus(operator, KEY, 'is not marked any more', ({ testing }) => !testing);
    expect(record).toMatchObject({ status: 'verde', out_of_sync: false, error: false });
    expect(record.desired).toMatchObject({ value: 'verde', by: 'valdombra' });
    const lit = fleet.device(KEY).commands.filter(({ payload }) => payload === '1');
    expect(lit.map(({ channel }) => channel)).toEqual(['out1', 'out2', 'out3', 'out4', 'out1']);
    expect(fleet.device(OTHER).commands).toEqual([]);
    expect((await operator('listHistory')).map(({ origin, color }) => `${origin} ${color}`)).toEqual([
      ...['prova verde', 'prova rosso', 'prova arancio', 'prova giallo', 'prova verde'],
    ]);
  });

  test('tells which lamp did not answer, and keeps it', async () => {
    await join({ [OTHER]: { kind: 'mute' } });
    await begin(KEY, OTHER);
    const { devices } = await untilEnded();
    const silent = devices.find(({ device }) => device === OTHER);
    expect(silent?.results.map(({ lamp, state }) => `${lamp} ${state}`)).toEqual(
      LAMPS.map((lamp) => `${lamp} scaduto`),
    );
    expect(devices.find(({ device }) => device === KEY)?.state).toBe('rimessa');
    const admin = await app.logIn(ADMIN);
    const audit = await admin('listAudit', { query: { actions: 'lamptests.end' } });
    expect(JSON.stringify(audit)).toContain(`${OTHER}: rosso`);
  });

  test('ends on a device with a click, which counts', async () => {
    await join();
    await begin(KEY, OTHER);
    await until('a lamp was lit', async () => (await readTest())?.devices[0]?.results.length);
    const deviceIds = [ids[KEY] ?? 0];
    await operator('sendCommand', { query: { type: 'semaforo' }, body: { command: 'rosso', deviceIds } });
    const { devices } = await untilEnded();
    expect(devices.map(({ device, state }) => [device, state])).toEqual([
      [KEY, 'interrotta'],
      [OTHER, 'rimessa'],
    ]);
    await untilStatus(operator, KEY, 'shows the click', (one) => one.status === 'rosso' && !one.testing);
    await untilStatus(operator, OTHER, 'is back', ({ status }) => status === 'verde');
  });

  test('gives way to a schedule and to an alert that begin meanwhile, and they count', async () => {
    await app.stop();
    // Longer than all that follows: what ends the test is not its own end.
    await open(60_000);
    await join();
    await begin(KEY, OTHER);
    await until('a lamp was lit', async () => (await readTest())?.devices[0]?.results.length);
    const deviceIds = (topic: string) => [ids[topic] ?? 0];
    const after = (ms: number) => new Date(Date.now() + ms).toISOString();
    await operator('createSchedule', {
      body: { color: 'rosso', datetime: after(1000), deviceIds: deviceIds(KEY) },
    });
    const alert = { color: 'giallo', from: after(-60_000), to: after(3_600_000), reason: 'Avviso' } as const;
    await operator('createAlert', { body: { ...alert, deviceIds: deviceIds(OTHER) } });
    await untilStatus(operator, KEY, 'shows the schedule', ({ status }) => status === 'rosso');
    await untilStatus(operator, OTHER, 'shows the alert', ({ status }) => status === 'giallo');
    await operator('stopLampTest', { params: { id: (await readTest())?.id ?? 0 } });
    const { devices } = await untilEnded();
    expect(devices.map(({ state }) => state)).toEqual(['interrotta', 'interrotta']);
    await untilStatus(operator, KEY, 'stays', (one) => one.status === 'rosso' && !one.testing);
    await untilStatus(operator, OTHER, 'stays', (one) => one.status === 'giallo' && !one.testing);
  });

  test('is stopped by a person, and goes back at once', async () => {
    await join();
    await begin(KEY);
    const id = (await readTest())?.id ?? 0;
    await operator('stopLampTest', { params: { id } });
    const { devices } = await untilEnded();
    expect(devices[0]?.results.length).toBeLessThan(LAMPS.length);
    expect(devices[0]?.state).toBe('rimessa');
    const again = await operator.attempt('stopLampTest', { params: { id } });
    expect(again).toMatchObject({ status: 409, error: { message: 'La prova è già finita' } });
  });

  test('is refused with a sentence while a command is under way, and begins on no device then', async () => {
    const fleet = await join({ [KEY]: { kind: 'slow', delayMs: 700 } });
    const deviceIds = [ids[KEY] ?? 0];
    const clicked = operator('sendCommand', {
      query: { type: 'semaforo' },
      body: { command: 'rosso', deviceIds },
    });
    await until('the command arrived', () => fleet.device(KEY).commands.length > 0);
    expect(await begin(KEY, OTHER)).toMatchObject({
      status: 409,
      error: { code: 'lamp-test-refused', message: `Prova non cominciata: ${KEY} ha un comando in corso` },
    });
    await clicked;
    expect(await operator('listLampTests')).toEqual([]);
  });

  test('is refused while an alert is in course, and twice at once', async () => {
    await join();
    await operator('createAlert', {
      body: {
        color: 'giallo',
        from: new Date(Date.now() - 60_000).toISOString(),
        to: new Date(Date.now() + 3_600_000).toISOString(),
        reason: 'Avviso',
        deviceIds: [ids[KEY] ?? 0],
      },
    });
    await untilStatus(operator, KEY, 'follows the alert', ({ status }) => status === 'giallo');
    expect(await begin(KEY)).toMatchObject({
      status: 409,
      error: { message: `Prova non cominciata: ${KEY} ha un’allerta in corso` },
    });
    expect((await begin(OTHER)).status).toBe(201);
    expect(await begin(OTHER)).toMatchObject({ status: 409, error: { code: 'lamp-test-refused' } });
  });
});
