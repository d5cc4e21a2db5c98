import type { Client } from '@semaforo/client';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATOR_PASSWORD, type RunningApp, startApp, untilStatus } from '../../test/running-app.ts';

const DAY_MS = 24 * 60 * 60_000;

describe('an Idempotency-Key', () => {
  let app: RunningApp;
  let client: Client;
  let userId: number;
  let broker: MqttClient;
  let ahead = 0;

  beforeAll(async () => {
    app = await startApp({
      settings: { COMMAND_CONFIRM_MS: '300' },
      clock: { now: () => Date.now() + ahead },
    });
    ({ id: userId, client } = await app.createOperator('valdombra'));
    await app.createDevice({ topic: '/3/val/s1', userId });
    broker = await connectAsync(`mqtt://127.0.0.1:${app.brokerPort}`, BROKER_LOGIN);
  });
  afterAll(async () => {
    await broker.endAsync();
    await app.stop();
  });

  const send = (idempotencyKey: string, command: DeviceStatus = 'rosso', by = client) =>
    by.attempt('sendCommand', { body: { command }, idempotencyKey });
  const countCommands = async () => (await client('listHistory')).length;

  test('a repeated key gets the first answer and commands once', async () => {
    const before = await countCommands();
    const first = await send('once');
    const second = await send('once');
    expect(first.status).toBe(200);
    expect({ ...second, headers: undefined }).toEqual({ ...first, headers: undefined });
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(await countCommands()).toBe(before + 1);
  });

  test('a repeated key gets the 201 of a schedule again and creates one schedule', async () => {
    const body = { color: 'rosso', datetime: new Date(Date.now() + 60_000).toISOString() } as const;
    const create = () => client.attempt('createSchedule', { body, idempotencyKey: 'schedule' });
    const first = await create();
    const second = await create();
    expect(first.status).toBe(201);
    expect({ ...second, headers: undefined }).toEqual({ ...first, headers: undefined });
    expect(await client('listSchedules')).toHaveLength(1);
  });

  test('a key with another body or on another route is answered with a 409 that says so', async () => {
    await send('mine');
    const reused = { status: 409, error: { code: 'idempotency-key-reused' } };
    expect(await send('mine', 'giallo')).toMatchObject(reused);
    const body = { color: 'rosso', datetime: '2026-11-21T10:00' } as const;
    expect(await client.attempt('createSchedule', { body, idempotencyKey: 'mine' })).toMatchObject(reused);
  });

  test('the same key of another user is another key', async () => {
    const other = await app.createOperator('torrealta');
    await send('shared');
    expect(await send('shared', 'giallo', other.client)).toMatchObject({ answer: { results: [] } });
  });

  test.each(['', 'a b', 'è', 'x'.repeat(201)])('the malformed key %j is answered with a 400', async (key) => {
    // Headers are bytes: fetch takes letters up to U+00FF.
    expect(await send(key)).toMatchObject({ status: 400, error: { code: 'invalid-idempotency-key' } });
  });

  test('a key of 200 visible characters is accepted', async () => {
    expect(await send('~'.repeat(200))).toMatchObject({ status: 200 });
  });

  test('the key of a refused request is free again', async () => {
    expect(await send('refused', 'acceso')).toMatchObject({ status: 400 });
    expect(await send('refused', 'rosso')).toMatchObject({ status: 200 });
    expect(await send('refused', 'giallo')).toMatchObject({ status: 409 });
  });

  test('a repeated key of a toggle, a retry or a restore gets the first answer', async () => {
    const id = await app.createDevice({ topic: '/4/val/l1', userId, type: 'lanterna' });
    const toggle = () => client('toggleLantern', { params: { id }, idempotencyKey: 'toggle' });
    expect(await toggle()).toEqual(await toggle());
    const { commandId } = await client('sendCommand', { body: { command: 'rosso' } });
    // A busy server may answer before the silence of the device counts as a failure.
    await until('the command has failed', async () => {
      const { deliveries } = await client('getCommand', { params: { commandId } });
      return deliveries.every(({ state }) => state === 'fallito');
    });
    const retry = () => client('retryCommand', { params: { commandId }, idempotencyKey: 'retry' });
    expect(await retry()).toEqual(await retry());

    await broker.publishAsync('/3/val/s1/out1', '1', { qos: 1 });
    await untilStatus(client, '/3/val/s1', 'verde', ({ status }) => status === 'verde');
    const sent = await client('sendCommand', { body: { command: 'rosso' } });
    const restore = () => client('restoreCommand', { params: sent, idempotencyKey: 'restore' });
    expect(await restore()).toEqual(await restore());
  });

  test('a user and a device are made, and a device is assigned, once for each key', async () => {
    const admin = await app.logIn(ADMIN);
    const user = { username: 'roccaverde', password: OPERATOR_PASSWORD };
    const makeUser = () => admin('createUser', { body: user, idempotencyKey: 'user-1' });
    const made = await makeUser();
    expect(await makeUser()).toEqual(made);
    const device = { topic: '/4/torre/l1', type: 'lanterna', userId: made.id } as const;
    const makeDevice = () => admin('createDevice', { body: device, idempotencyKey: 'device-1' });
    const { id } = await makeDevice();
    expect(await makeDevice()).toMatchObject({ id });
    const assign = () =>
      admin('assignDevice', { params: { id }, body: { userId }, idempotencyKey: 'assign-1' });
    expect(await assign()).toEqual(await assign());
    const { entries } = await admin('listAudit');
    const of = (target: string) => entries.filter((entry) => entry.target === target);
    expect(of(`device:${id}`).map(({ action }) => action)).toHaveLength(2);
    expect(of(`user:${made.id}`)).toHaveLength(1);
  });

  test('a key acts again after a day', async () => {
    const before = await countCommands();
    await send('daily');
    ahead = DAY_MS;
    client = await app.logIn({ username: 'valdombra', password: OPERATOR_PASSWORD });
    expect(await send('daily')).toMatchObject({ status: 200 });
    expect(await countCommands()).toBe(before + 2);
  });
});

test('a key whose request is still under way is answered with a 409, and the command goes out once', async () => {
  const app = await startApp({ settings: { COMMAND_CONFIRM_MS: '60000' } });
  const { id: userId, client } = await app.createOperator('valdombra');
  const key = '/3/val/s1';
  await app.createDevice({ topic: key, userId });
  const fleet = await app.startFleet([
    { key, type: 'semaforo', behaviour: { kind: 'held' }, shows: 'verde' },
  ]);
  const send = () => client.attempt('sendCommand', { body: { command: 'rosso' }, idempotencyKey: 'at-once' });
  // The device does not answer yet, so the first request is still under way when the others come.
  const first = send();
  await until('the command reached the device', () => fleet.device(key).commands.length === 4);
  for (const other of await Promise.all([send(), send(), send(), send()])) {
    expect(other).toMatchObject({ status: 409, error: { code: 'request-unfinished' } });
  }
  fleet.device(key).release();
  expect(await first).toMatchObject({ ok: true });
  expect(await client('listHistory')).toHaveLength(1);
  await app.stop();
});
