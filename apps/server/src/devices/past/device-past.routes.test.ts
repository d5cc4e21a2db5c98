import type { Client } from '@semaforo/client';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATOR_PASSWORD, type RunningApp, startApp } from '../../../test/running-app.ts';
import { createTestDatabasePlace, type TestDatabasePlace, testEngines } from '../../../test/test-database.ts';

const KEY = '/3/val/s1';

/** Three pixels by two, red. */
const RED = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABQf/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCfADKS/9k=',
  'base64',
);

describe.each(testEngines())('the past of a device on %s', (engine) => {
  let place: TestDatabasePlace;
  let app: RunningApp;
  let operator: Client;
  let params: { id: number };
  let device: MqttClient;
  const start = () =>
    startApp({
      dataDir: place.dataDir,
      settings: place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl },
    });
  const connect = () => connectAsync(`mqtt://127.0.0.1:${app.brokerPort}`, BROKER_LOGIN);

  beforeAll(async () => {
    place = await createTestDatabasePlace(engine);
    app = await start();
    const { id, client } = await app.createOperator('valdombra');
    operator = client;
    params = { id: await app.createDevice({ topic: KEY, userId: id, name: 'Borgo Alto' }) };
    device = await connect();
  });
  afterAll(async () => {
    await device.endAsync();
    await app.stop();
    await place.remove();
  });

  const report = (channel: string, payload: string) =>
    device.publishAsync(`${KEY}/${channel}`, payload, { qos: 1 });
  const past = () => operator('getDevicePast', { params });

  test('has each word of a lamp that is new, and none that is repeated', async () => {
    for (const [channel, payload] of [
      ['out1', '1'],
      ['out2', '0'],
      ['out1', '1'],
      ['out1', '0'],
    ] as const) {
      await report(channel, payload);
    }
    await until('three changes are stored', async () => (await past()).reports.length === 3);
    expect((await past()).reports.map(({ lamp, on }) => `${lamp} ${on}`)).toEqual([
      'verde false',
      'giallo false',
      'verde true',
    ]);
  });

  test('has the last hours of the own signals', async () => {
    const [present] = (await operator('getDeviceHours')).devices;
    expect(present?.id).toBe(params.id);
    expect(present?.hours).toHaveLength(24);
    expect(present?.hours.at(-1)).toEqual({ shown: 'verde', spoke: true, error: false });
    expect(present?.hours[0]).toEqual({ shown: null, spoke: false, error: false });
  });

  test('has its measures, one point for a stretch of time', async () => {
    await report('temp', '9.4');
    await report('metrics', '{"temp":9.6,"vcc":11.5,"uptime":60}');
    const points = async () => (await operator('getDeviceMetrics', { params })).points;
    await until('they are stored', async () => (await points()).at(-1)?.uptime === 60);
    expect((await points()).at(-1)).toMatchObject({ vcc: 11.5, uptime: 60 });
    expect(await operator('getDevice', { params })).toMatchObject({ temp: 9.6, vcc: 11.5, uptime: 60 });
    expect((await operator('getDeviceMetrics', { params, query: { period: '30d' } })).points).toHaveLength(1);
  });

  test('has from when to when it was in error, and what was commanded by whom', async () => {
    await device.publishAsync(`${KEY}/status`, 'offline', { qos: 1 });
    await until('the error is stored', async () => (await past()).errors.length === 1);
    const [error] = (await past()).errors;
    expect(error).toMatchObject({ reason: 'Dispositivo non in linea', ended_at: null });
    const record = async () => (await operator('listDeviceStatuses'))[0];
    expect(await record()).toMatchObject({ error: true, error_reason: error?.reason });
    await device.endAsync();
    await app.stop();
    app = await start();
    device = await connect();
    operator = await app.logIn({ username: 'valdombra', password: OPERATOR_PASSWORD });
    expect(await record()).toMatchObject({ error: true, error_since: error?.began_at });
    await report('out1', '1');
    await until('its end is stored', async () => (await past()).errors[0]?.ended_at !== null);
    await operator('sendCommand', { body: { command: 'rosso' } }).catch(() => undefined);
    expect((await past()).commands).toMatchObject([{ value: 'rosso', username: 'valdombra' }]);
  });

  test('has from when to when it showed something else than was desired, also over a restart', async () => {
    for (const [channel, payload] of [
      ['out1', '0'],
      ['out4', '1'],
    ] as const)
      await report(channel, payload);
    const record = async () => (await operator('listDeviceStatuses'))[0];
    const inSync = (one: Awaited<ReturnType<typeof record>>) =>
      one?.status === 'rosso' && one.pending === null && !one.out_of_sync;
    await until('it shows rosso, as was commanded', async () => inSync(await record()));
    const before = (await past()).out_of_sync.length;
    await report('out4', '0');
    await report('out1', '1');
    const sentence = /^Mostra verde invece di rosso, chiesto alle \d\d:\d\d$/;
    await until('it is out of sync', async () => {
      const [newest] = (await past()).out_of_sync;
      return newest?.ended_at === null && sentence.test(newest.reason);
    });
    const [begun] = (await past()).out_of_sync;
    expect(begun).toMatchObject({ ended_at: null });
    await device.endAsync();
    await app.stop();
    app = await start();
    device = await connect();
    operator = await app.logIn({ username: 'valdombra', password: OPERATOR_PASSWORD });
    expect(await record()).toMatchObject({ out_of_sync: true });
    await report('out1', '0');
    await report('out4', '1');
    await until('its end is stored', async () => (await past()).out_of_sync[0]?.ended_at !== null);
    const { out_of_sync: kept } = await past();
    expect(kept).toHaveLength(before + 1);
    expect(kept[0]).toMatchObject({ reason: begun?.reason, began_at: begun?.began_at });
    const { rows } = await operator('getDaySheet', { query: { date: romeWallTime(Date.now()).date } });
    expect(rows.filter(({ kind }) => kind === 'diverso').at(-1)).toMatchObject({
      what: begun?.reason,
      at: begun?.began_at,
      until: kept[0]?.ended_at,
      outcome: 'finito',
    });
  });

  test('has a picture without metadata, for those who see the device; what is no picture is refused', async () => {
    const jpeg = RED.toString('base64');
    const { picture_at } = await operator('savePicture', { params, body: { jpeg } });
    expect(picture_at).not.toBeNull();
    const read = (token: string | undefined) =>
      fetch(`${app.url}/api/devices/${params.id}/picture`, { headers: { authorization: `Bearer ${token}` } });
    const answer = await read(operator.token);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.includes('JFIF')).toBe(false);
    expect(bytes.length).toBeLessThan(RED.length);
    const page = Buffer.from('<script>alert(1)</script>').toString('base64');
    expect(await operator.attempt('savePicture', { params, body: { jpeg: page } })).toMatchObject({
      ...{ status: 422, error: { code: 'no-picture' } },
    });
    const large = Buffer.alloc(301 * 1024).toString('base64');
    expect((await operator.attempt('savePicture', { params, body: { jpeg: large } })).status).toBe(400);
    const other = await app.createOperator('roccaverde');
    expect((await read(other.client.token)).status).toBe(404);
    expect((await other.client.attempt('deletePicture', { params })).status).toBe(404);
    expect(await operator('deletePicture', { params })).toMatchObject({ picture_at: null });
    expect((await read(operator.token)).status).toBe(404);
    const admin = await app.logIn(ADMIN);
    const { entries } = await admin('listAudit');
    const rows = entries.filter(
      ({ action, outcome }) => action === 'devices.picture' && outcome === 'riuscita',
    );
    expect(rows.map(({ after }) => after)).toEqual([{ bytes: 0 }, { bytes: bytes.length }]);
  });

  test('has notes, which the audit keeps; and nobody else sees any of it', async () => {
    const body = { text: 'Palo 3, chiave 12' };
    expect(await operator('saveDeviceNotes', { params, body })).toMatchObject({
      notes: { ...body, changed_by: 'valdombra' },
    });
    expect(await operator('saveDeviceNotes', { params, body: { text: ' ' } })).toMatchObject({ notes: null });
    const admin = await app.logIn(ADMIN);
    const { entries } = await admin('listAudit');
    expect(entries.filter(({ action }) => action === 'devices.note')).toHaveLength(2);
    const other = await app.createOperator('torrealta');
    const absent = { status: 404, error: { code: 'not-found' } };
    expect(await other.client.attempt('getDevice', { params })).toMatchObject(absent);
    expect(await other.client.attempt('getDevicePast', { params })).toMatchObject(absent);
    expect(await other.client.attempt('getDeviceMetrics', { params })).toMatchObject(absent);
    expect(await other.client.attempt('saveDeviceNotes', { params, body })).toMatchObject(absent);
    await admin('assignDevice', { params, body: { userId: other.id } });
    expect(await other.client('getDevicePast', { params })).toMatchObject({ commands: [] });
  });
});
