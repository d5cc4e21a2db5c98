import type { Client } from '@semaforo/client';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { connectAsync } from 'mqtt';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningApp, startApp, untilStatus } from '../test/running-app.ts';

const signal = (key: string, kind: 'obedient' | 'mute' | 'liar' | 'held' = 'obedient') => ({
  key,
  type: 'semaforo' as const,
  behaviour: { kind },
  shows: 'verde' as const,
});

let app: RunningApp;
let operator: { id: number; client: Client };

const begin = async (settings: Record<string, string>) => {
  app = await startApp({ settings });
  operator = await app.createOperator('valdombra');
};
const command = (value: DeviceStatus) =>
  operator.client('sendCommand', { query: { type: 'semaforo' }, body: { command: value } });

describe('a Comune with signals', () => {
  beforeEach(() => begin({}));
  afterEach(() => app.stop());

  test('a signal is commanded by a click and shown lit only after it has reported the lamp', async () => {
    await app.createDevice({ topic: '/3/val/s1', userId: operator.id, name: 'Piazza' });
    const fleet = await app.startFleet([signal('/3/val/s1')]);
    await untilStatus(operator.client, '/3/val/s1', 'shows verde', ({ status }) => status === 'verde');
    expect(await command('rosso')).toMatchObject({
      results: [{ device: 'Piazza', error: null }],
    });
    await untilStatus(
      operator.client,
      '/3/val/s1',
      'shows rosso',
      (record) => record.status === 'rosso' && !record.error,
    );
    await until('every lamp was told', () => fleet.device('/3/val/s1').commands.length >= 4);
    expect(fleet.device('/3/val/s1').commands).toEqual([
      { channel: 'out4', payload: '1' },
      { channel: 'out1', payload: '0' },
      { channel: 'out2', payload: '0' },
      { channel: 'out3', payload: '0' },
    ]);
  });

  test('the newer of two commands is executed and the older one is shown as superseded', async () => {
    await app.createDevice({ topic: '/3/val/s1', userId: operator.id });
    const fleet = await app.startFleet([signal('/3/val/s1', 'held')]);
    const first = command('rosso');
    await until(
      'the first command reached the device',
      () => fleet.device('/3/val/s1').commands.length === 4,
    );
    fleet.device('/3/val/s1').behave({ kind: 'obedient' });
    const second = command('giallo');
    expect((await first).results[0]?.error).toBe('Superato da un comando più recente');
    expect((await second).results[0]?.error).toBeNull();
  });

  test('hostile and meaningless messages change nothing', async () => {
    await app.createDevice({ topic: '/3/val/s1', userId: operator.id });
    const device = await connectAsync(`mqtt://127.0.0.1:${app.brokerPort}`, BROKER_LOGIN);
    for (const [topic, payload] of [
      ['/3/val/s1/out4', 'on'],
      ['/3/val/s1/out9', '1'],
      ['/3/val/s1/out4', '1'.repeat(5000)],
      ['/3/val/unknown/out4', '1'],
      ['/3/val/s1', '1'],
      ['/3/val/s1/out4/x', '1'],
      ['/3/val/s1/out4/set', '1'],
      ['altrove', '1'],
    ] as const) {
      await device.publishAsync(topic, payload, { qos: 1 });
    }
    await device.publishAsync('/3/val/s1/temp', '21.5', { qos: 1 });
    const admin = await app.logIn(ADMIN);
    await until('the sentinel arrived', async () => {
      const { devices } = await admin('listManagedDevices');
      return devices[0]?.temp === 21.5;
    });
    expect(await operator.client('listDeviceStatuses')).toMatchObject([
      { status: null, updated_at: null, error: false },
    ]);
    const counts = [
      'too-long"} 1',
      'unknown-device"} 1',
      'meaningless"} 2',
      'not-a-report"} 1',
      'not-allowed"} 3',
    ];
    await until('each of them is counted', async () => {
      const metrics = await (await fetch(`${app.url}/metrics`)).text();
      return counts.every((count) => metrics.includes(`messages_ignored_total{reason="${count}\n`));
    });
    await device.endAsync();
  });

  test('a lantern is toggled from its confirmed state, and a second toggle at once is refused', async () => {
    const id = await app.createDevice({
      topic: '/4/val/l1',
      userId: operator.id,
      type: 'lanterna',
      name: 'Ponte',
    });
    const fleet = await app.startFleet([
      { key: '/4/val/l1', type: 'lanterna', behaviour: { kind: 'obedient' }, shows: 'spento' },
    ]);
    await untilStatus(operator.client, '/4/val/l1', 'is heard', ({ status }) => status === 'spento');
    expect(await operator.client('toggleLantern', { params: { id } })).toEqual({
      device: 'Ponte',
      state: 'acceso',
      error: null,
    });
    expect(await operator.client('listDeviceStates', { query: { type: 'lanterna' } })).toEqual({
      '/4/val/l1': 'acceso',
    });
    expect(await operator.client('listDeviceStates')).toEqual({ '/4/val/l1': 'acceso' });
    fleet.device('/4/val/l1').behave({ kind: 'held' });
    const pending = operator.client('toggleLantern', { params: { id } });
    await untilStatus(operator.client, '/4/val/l1', 'is pending', (record) => record.pending === 'spento');
    expect(await operator.client.attempt('toggleLantern', { params: { id } })).toMatchObject({ status: 409 });
    fleet.device('/4/val/l1').release();
    expect(await pending).toMatchObject({ state: 'spento', error: null });
  });

  test('another Comune neither sees nor commands the devices of this one', async () => {
    const other = await app.createOperator('torrealta');
    const id = await app.createDevice({ topic: '/3/val/l1', userId: operator.id, type: 'lanterna' });
    expect(await other.client('listDeviceStatuses')).toEqual([]);
    expect(await other.client('sendCommand', { body: { command: 'rosso' } })).toMatchObject({
      results: [],
    });
    const foreign = await other.client.attempt('toggleLantern', { params: { id } });
    const absent = await other.client.attempt('toggleLantern', { params: { id: 999999 } });
    expect(foreign).toMatchObject({ status: 404 });
    expect({ ...foreign, headers: undefined }).toEqual({ ...absent, headers: undefined });
  });

  test('a device that is reassigned during a command shows its error to the new owner only', async () => {
    const id = await app.createDevice({ topic: '/3/val/s1', userId: operator.id, name: 'Piazza' });
    const next = await app.createOperator('torrealta');
    await app.startFleet([signal('/3/val/s1', 'mute')]);
    const running = command('rosso');
    await untilStatus(operator.client, '/3/val/s1', 'is pending', ({ pending }) => pending === 'rosso');
    const admin = await app.logIn(ADMIN);
    await admin('assignDevice', { params: { id }, body: { userId: next.id } });
    await running;
    expect(await operator.client('listDeviceStatuses')).toEqual([]);
    await untilStatus(
      next.client,
      '/3/val/s1',
      'is in error',
      (record) => record.error && record.pending === null,
    );
  });

  test('a restore returns every signal to the color that it had confirmed before', async () => {
    await app.createDevice({ topic: '/3/val/s1', userId: operator.id });
    await app.startFleet([signal('/3/val/s1')]);
    await untilStatus(operator.client, '/3/val/s1', 'shows verde', ({ status }) => status === 'verde');
    const { commandId } = await command('rosso');
    const restored = await operator.client('restoreCommand', { params: { commandId } });
    expect(restored).toMatchObject({ results: [{ error: null }] });
    await untilStatus(operator.client, '/3/val/s1', 'shows verde again', ({ status }) => status === 'verde');
  });

  test('reading lists and states publishes no message to a device', async () => {
    await app.createDevice({ topic: '/3/val/s1', userId: operator.id });
    const spy = await connectAsync(`mqtt://127.0.0.1:${app.brokerPort}`, BROKER_LOGIN);
    const seen: string[] = [];
    spy.on('message', (topic) => seen.push(topic));
    await spy.subscribeAsync('/3/val/s1/+/set', { qos: 1 });
    await app.startFleet([signal('/3/val/s1')]);
    await operator.client('listDevices');
    await operator.client('listDeviceStatuses');
    await operator.client('listDeviceStates');
    await operator.client('listHistory');
    await operator.client('listSchedules');
    // What was published before would come before it.
    await command('rosso');
    await until('the command arrived', () => seen.length >= 4);
    expect(seen).toEqual([4, 1, 2, 3].map((output) => `/3/val/s1/out${output}/set`));
    await spy.endAsync();
  });
});

describe('a Comune whose signals do not confirm within the window', () => {
  beforeEach(() => begin({ COMMAND_CONFIRM_MS: '400' }));
  afterEach(() => app.stop());

  test('a mute signal ends in error and never shows what was commanded', async () => {
    await app.createDevice({ topic: '/4/val/s1', userId: operator.id });
    await app.startFleet([signal('/4/val/s1', 'mute')]);
    expect(await command('rosso')).toMatchObject({
      results: [{ device: '/4/val/s1', error: 'Comando non confermato entro 0,4 s' }],
    });
    expect(await operator.client('listDeviceStatuses')).toMatchObject([
      { status: null, error: true, error_reason: 'Comando non confermato entro 0,4 s', pending: null },
    ]);
    expect(await operator.client('listHistory')).toMatchObject([
      { outcome: 'scaduto', color: 'rosso', username: 'valdombra' },
    ]);
  });

  test('a lying signal is not believed to show what it was told', async () => {
    await app.createDevice({ topic: '/3/val/s1', userId: operator.id, name: 'Bugiardo' });
    await app.startFleet([signal('/3/val/s1', 'liar')]);
    const { results } = await command('rosso');
    expect(results[0]?.error).not.toBeNull();
    expect(await operator.client('listDeviceStatuses')).not.toMatchObject([{ status: 'rosso' }]);
  });

  test('a late confirmation upgrades an expired delivery and clears the error of the device', async () => {
    await app.createDevice({ topic: '/3/val/s1', userId: operator.id });
    const fleet = await app.startFleet([signal('/3/val/s1', 'held')]);
    await command('arancio');
    fleet.device('/3/val/s1').release();
    await untilStatus(
      operator.client,
      '/3/val/s1',
      'shows arancio',
      (record) => record.status === 'arancio' && !record.error,
    );
    await until('the history says confirmed', async () => {
      const [latest] = await operator.client('listHistory');
      return latest?.outcome === 'confermato';
    });
  });

  test('a retained report that arrives live sets the color and clears the error', async () => {
    await app.createDevice({ topic: '/3/val/s1', userId: operator.id });
    const device = await connectAsync(`mqtt://127.0.0.1:${app.brokerPort}`, BROKER_LOGIN);
    await command('rosso');
    await untilStatus(operator.client, '/3/val/s1', 'is in error', ({ error }) => error);
    await device.publishAsync('/3/val/s1/out2', '1', { qos: 1, retain: true });
    const live = await untilStatus(
      operator.client,
      '/3/val/s1',
      'shows giallo',
      ({ status }) => status === 'giallo',
    );
    expect(live).toMatchObject({ error: false, stale: false });
    await device.endAsync();
  });

  test('a retry or restore of an older command is refused after a newer command', async () => {
    await app.createDevice({ topic: '/3/val/s1', userId: operator.id });
    const fleet = await app.startFleet([signal('/3/val/s1')]);
    await untilStatus(operator.client, '/3/val/s1', 'shows verde', ({ status }) => status === 'verde');
    fleet.device('/3/val/s1').behave({ kind: 'mute' });
    const older = await command('giallo');
    fleet.device('/3/val/s1').behave({ kind: 'obedient' });
    await command('rosso');
    for (const act of ['retryCommand', 'restoreCommand'] as const) {
      const outcome = await operator.client.attempt(act, { params: { commandId: older.commandId } });
      expect(outcome).toMatchObject({ status: 409, error: { code: 'nothing-to-repeat' } });
    }
    await untilStatus(operator.client, '/3/val/s1', 'still shows rosso', ({ status }) => status === 'rosso');
  });
});

test('a server that is stopped during a command does not wait for the command', async () => {
  const app = await startApp({ settings: { COMMAND_CONFIRM_MS: '60000' } });
  const operator = await app.createOperator('valdombra');
  await app.createDevice({ topic: '/3/val/s1', userId: operator.id });
  await app.startFleet([signal('/3/val/s1', 'mute')]);
  const outcome = operator.client('sendCommand', { body: { command: 'rosso' } }).then(
    () => 'answered',
    () => 'cut',
  );
  await untilStatus(operator.client, '/3/val/s1', 'is pending', ({ pending }) => pending === 'rosso');
  await app.stop();
  expect(await outcome).toBe('cut');
});

test('the server’s own message on a topic shared with reports does not confirm the command', async () => {
  const app = await startApp({ settings: { COMMAND_CONFIRM_MS: '300', COMMAND_TOPIC: '{key}/{channel}' } });
  const operator = await app.createOperator('valdombra');
  await app.createDevice({ topic: '/3/val/s1', userId: operator.id });
  await app.startFleet([signal('/3/val/s1', 'mute')], '{key}/{channel}');
  const { results } = await operator.client('sendCommand', { body: { command: 'rosso' } });
  expect(results[0]?.error).toBe('Comando non confermato entro 0,3 s');
  await app.stop();
});
