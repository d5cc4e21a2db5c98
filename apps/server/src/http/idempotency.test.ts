import type { Client } from '@semaforo/client';
import { freePort } from '@semaforo/testing/free-port';
import { until } from '@semaforo/testing/until';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROKER_LOGIN, type Caller, type RunningApp, startApp, untilStatus } from '../../test/running-app.ts';
import { createEmbeddedBroker } from '../broker/embedded-broker.adapter.ts';

const COMMAND = '/api/devices/command';
const DAY_MS = 24 * 60 * 60_000;

describe('an Idempotency-Key', () => {
  let app: RunningApp;
  let call: Caller;
  let client: Client;
  let userId: number;
  let broker: MqttClient;
  let ahead = 0;

  beforeAll(async () => {
    app = await startApp({
      settings: { COMMAND_CONFIRM_MS: '300' },
      clock: { now: () => Date.now() + ahead },
    });
    ({ id: userId, call, client } = await app.createOperator('valdombra'));
    await app.createDevice({ topic: '/3/val/s1', userId });
    broker = await connectAsync(`mqtt://127.0.0.1:${app.brokerPort}`, BROKER_LOGIN);
  });
  afterAll(async () => {
    await broker.endAsync();
    await app.stop();
  });

  const send = (key: string, command = 'rosso', by = call) =>
    by('POST', COMMAND, { command }, { 'idempotency-key': key });
  const countCommands = async () => {
    const { body } = await call('GET', '/api/commands/history');
    return (body as unknown[]).length;
  };

  test('a repeated key gets the first answer and commands once', async () => {
    const before = await countCommands();
    const first = await send('once');
    const second = await send('once');
    expect(first.status).toBe(200);
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(await countCommands()).toBe(before + 1);
  });

  test('a repeated key gets the 201 of a schedule again and creates one schedule', async () => {
    const schedule = { color: 'rosso', datetime: new Date(Date.now() + 60_000).toISOString() };
    const create = () => call('POST', '/api/schedule', schedule, { 'idempotency-key': 'schedule' });
    const first = await create();
    const second = await create();
    expect(first.status).toBe(201);
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect((await call('GET', '/api/schedule')).body).toHaveLength(1);
  });

  test('a key with another body or on another route is answered with a 409 that says so', async () => {
    await send('mine');
    const reused = { status: 409, body: { code: 'idempotency-key-reused' } };
    expect(await send('mine', 'giallo')).toMatchObject(reused);
    const schedule = { color: 'rosso', datetime: '2026-11-21T10:00' };
    expect(await call('POST', '/api/schedule', schedule, { 'idempotency-key': 'mine' })).toMatchObject(
      reused,
    );
  });

  test('the same key of another user is another key', async () => {
    const other = await app.createOperator('torrealta');
    await send('shared');
    expect(await send('shared', 'giallo', other.call)).toMatchObject({ status: 200, body: { results: [] } });
  });

  test('a key whose request is still under way is answered with a 409, and the command goes out once', async () => {
    const before = await countCommands();
    const answers = await Promise.all(Array.from({ length: 5 }, () => send('at-once')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'request-unfinished' });
    expect(await countCommands()).toBe(before + 1);
  });

  test.each(['', 'a b', 'è', 'x'.repeat(201)])('the malformed key %j is answered with a 400', async (key) => {
    // Headers are bytes: fetch takes letters up to U+00FF.
    expect(await send(key)).toMatchObject({ status: 400, body: { code: 'invalid-idempotency-key' } });
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
    const lantern = await app.createDevice({ topic: '/4/val/l1', userId, type: 'lanterna' });
    const act = (path: string) => call('POST', path, undefined, { 'idempotency-key': path });
    expect(await act(`/api/devices/${lantern}/toggle`)).toMatchObject({ status: 200 });
    expect(await act(`/api/devices/${lantern}/toggle`)).toMatchObject({ status: 200 });
    const { commandId } = (await send('to-retry')).body as { commandId: number };
    const retried = await act(`/api/commands/${commandId}/retry`);
    expect(retried.status).toBe(200);
    expect((await act(`/api/commands/${commandId}/retry`)).body).toEqual(retried.body);

    await broker.publishAsync('/3/val/s1/out1', '1', { qos: 1 });
    await untilStatus(client, '/3/val/s1', 'verde', ({ status }) => status === 'verde');
    const sent = (await send('to-restore')).body as { commandId: number };
    const restored = await act(`/api/commands/${sent.commandId}/restore`);
    expect(restored.status).toBe(200);
    expect((await act(`/api/commands/${sent.commandId}/restore`)).body).toEqual(restored.body);
  });

  test('a key acts again after a day', async () => {
    const before = await countCommands();
    await send('daily');
    ahead = DAY_MS;
    const again = await app.as({ username: 'valdombra', password: 'operatore-di-prova-1' });
    expect(await send('daily', 'rosso', again)).toMatchObject({ status: 200 });
    call = again;
    expect(await countCommands()).toBe(before + 2);
  });
});

test('an Idempotency-Key that was refused while the broker was down acts when the broker is back', async () => {
  const port = await freePort();
  const broker = createEmbeddedBroker({ host: '127.0.0.1', port, ...BROKER_LOGIN, ownClientIdPrefix: '' });
  const app = await startApp({
    settings: {
      EMBEDDED_BROKER_PORT: '0',
      MQTT_HOST: '127.0.0.1',
      MQTT_PORT: String(port),
      MQTT_USERNAME: BROKER_LOGIN.username,
      MQTT_PASSWORD: BROKER_LOGIN.password,
      COMMAND_CONFIRM_MS: '300',
    },
  });
  const { id: userId, call } = await app.createOperator('valdombra');
  await app.createDevice({ topic: '/3/val/s1', userId });
  const send = (command: string) => call('POST', COMMAND, { command }, { 'idempotency-key': 'down' });
  expect(await send('rosso')).toMatchObject({ status: 503 });

  await broker.start();
  await until('the server is connected', async () => {
    const { body } = await call('GET', '/api/mqtt/status');
    return (body as { connected: boolean }).connected;
  });
  // Another body would be a conflict if the key had been kept.
  const acted = await send('giallo');
  expect(acted).toMatchObject({ status: 200, body: { results: [{ device: '/3/val/s1' }] } });
  expect((await send('giallo')).body).toEqual(acted.body);
  expect((await call('GET', '/api/commands/history')).body).toMatchObject([{ color: 'giallo' }]);
  await app.stop();
  await broker.stop();
});
