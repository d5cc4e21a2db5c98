import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createClient, logIn } from './client.ts';
import { ApiError, NetworkError } from './failures.ts';

type Received = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

let stop = () => {};
afterEach(() => stop());

/** A server that records each request and gives the same answer to all. */
async function startServer(status: number, body: string, type = 'application/json; charset=utf-8') {
  const received: Received[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push({ method, url, headers, body: text });
      response.writeHead(status, { 'content-type': type }).end(body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stop = () => void server.close();
  return { received, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('a console under a path of a proxy is called there', async () => {
  const { origin, received } = await startServer(200, '{"accessToken":"t2"}');
  const client = createClient({ origin: `${origin}/semaforo/` });
  await client.request('GET', '/api/nothing?x=1');
  await logIn({ origin: `${origin}/semaforo` }, { username: 'anna', password: 'parola' });
  expect(received.map(({ url }) => url)).toEqual(['/semaforo/api/nothing?x=1', '/semaforo/api/login']);
});

test('a call sends path, query, body and token as the route table says', async () => {
  const { origin, received } = await startServer(200, '{"results":[],"commandId":3}');
  const client = createClient({ origin, token: 't1' });
  expect(await client('sendCommand', { query: { type: 'semaforo' }, body: { command: 'rosso' } })).toEqual({
    results: [],
    commandId: 3,
  });
  await client('assignDevice', { params: { id: 5 }, body: { userId: 2 } });
  expect(received[0]).toMatchObject({
    method: 'POST',
    url: '/api/devices/command?type=semaforo',
    body: '{"command":"rosso"}',
    headers: { authorization: 'Bearer t1', 'content-type': 'application/json' },
  });
  expect(received[1]?.url).toBe('/api/admin/devices/5/assign');
});

test('a call of an idempotent route has a key of its own, unless the caller gives one', async () => {
  const { origin, received } = await startServer(200, '{"device":"Darsena","state":"acceso","error":null}');
  const client = createClient({ origin, token: 't1' });
  await client('toggleLantern', { params: { id: 5 } });
  await client('toggleLantern', { params: { id: 5 } });
  await client('toggleLantern', { params: { id: 5 }, idempotencyKey: 'mine' });
  await client('getMe');
  const [first, second, given, read] = received.map(({ headers }) => headers['idempotency-key']);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toMatch(/^[0-9a-f]{32}$/);
  expect(second).not.toBe(first);
  expect(given).toBe('mine');
  expect(read).toBeUndefined();
});

test('a table is sent and received as CSV', async () => {
  const { origin, received } = await startServer(200, 'name,topic\n', 'text/csv; charset=utf-8');
  const client = createClient({ origin, token: 't1' });
  expect(await client('exportDevices')).toBe('name,topic\n');
  await client('importDevices', { query: { dry_run: 'true' }, body: 'a,b\n' });
  expect(received[1]).toMatchObject({
    url: '/api/admin/devices.csv?dry_run=true',
    body: 'a,b\n',
    headers: { 'content-type': 'text/csv' },
  });
});

test('the instant of the press goes with the routes that refuse an old one, and only with those', async () => {
  const { origin, received } = await startServer(200, '{"results":[],"commandId":3}');
  const client = createClient({ origin, token: 't1' });
  const issuedAt = '2026-11-22T19:33:12.000Z';
  const press = { params: { commandId: 3 }, issuedAt };
  await client('sendCommand', { body: { command: 'rosso' }, issuedAt });
  await client('toggleLantern', { params: { id: 5 }, issuedAt });
  await client('retryCommand', press);
  await client('restoreCommand', press);
  await client('getCommand', press);
  await client('retryCommand', { params: { commandId: 3 } });
  expect(received.map(({ headers }) => headers['semaforo-issued-at'])).toEqual([
    issuedAt,
    issuedAt,
    issuedAt,
    issuedAt,
    undefined,
    undefined,
  ]);
});

test('the date of each answer tells the clock of the server', async () => {
  const { origin } = await startServer(409, '{"error":"Già fatto","code":"already-done"}');
  const dates: string[] = [];
  await createClient({ origin, token: 't1', onDate: (date) => dates.push(date) }).attempt('getMe');
  expect(dates).toEqual([expect.stringMatching(/ GMT$/)]);
});

test('a log-in gives a client with the token, and sends none itself', async () => {
  const { origin, received } = await startServer(200, '{"accessToken":"t2"}');
  const client = await logIn({ origin, token: 'old' }, { username: 'anna', password: 'parola' });
  await client('getMe');
  expect(client.token).toBe('t2');
  expect(received.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer t2']);
});

test('a refused call rejects with an ApiError; an attempt resolves to the same error', async () => {
  const { origin } = await startServer(409, '{"error":"Già fatto","code":"already-done"}');
  const client = createClient({ origin, token: 't1' });
  const refusal = { status: 409, code: 'already-done', message: 'Già fatto' };
  await expect(client('getMe')).rejects.toThrow(ApiError);
  await expect(client('getMe')).rejects.toMatchObject(refusal);
  expect(await client.attempt('getMe')).toMatchObject({ ok: false, status: 409, error: refusal });
});

test('a refusal that is not JSON, such as that of a proxy, has its status and no sentence', async () => {
  const { origin } = await startServer(502, '<h1>Bad gateway</h1>', 'text/html');
  const refusal = createClient({ origin })('getPublicSettings');
  await expect(refusal).rejects.toMatchObject({ status: 502, code: 'unknown', message: '' });
});

test('a raw request sends what it is given and resolves to whatever comes back', async () => {
  const { origin, received } = await startServer(418, '{"a":1}');
  const reply = await createClient({ origin, token: 't1' }).request('PATCH', '/api/nothing?x=1', {
    body: '{"a":',
    headers: { authorization: 'Basic x' },
  });
  expect(reply).toMatchObject({ status: 418, body: { a: 1 } });
  expect(received[0]).toMatchObject({ method: 'PATCH', url: '/api/nothing?x=1', body: '{"a":' });
  expect(received[0]?.headers.authorization).toBe('Basic x');
});

test('a server that cannot be reached is a NetworkError; a call that is given up rejects with the reason', async () => {
  const { origin } = await startServer(200, '{}');
  const client = createClient({ origin });
  const reason = new Error('no longer needed');
  await expect(client('getMe', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  stop();
  await expect(client('getMe')).rejects.toThrow(NetworkError);
});
