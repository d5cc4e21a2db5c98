import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OPERATOR_PASSWORD, type RunningApp, startApp } from '../../test/running-app.ts';

const PICTURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0a, 0x00, 0x0a]);
const TILE = '/api/map/tiles/12/2190/1520';
const DAY_MS = 24 * 3600_000;

type TileRequest = { url: string; tag: string | undefined; agent: string | undefined };

let provider: Server;
let port: number;
let app: RunningApp;
let now: number;
let token: string;
let requests: TileRequest[];
let answer: { status: number; type?: string; body?: Buffer; tag?: string; location?: string };
/** While it is true nothing is answered. */
let isSlow: boolean;
let held: (() => void)[];

const startProvider = async () => {
  provider = createServer((request, response) => {
    const { 'if-none-match': tag, 'user-agent': agent } = request.headers;
    requests.push({ url: request.url ?? '', tag, agent });
    const headers = {
      ...(answer.type && { 'content-type': answer.type }),
      ...(answer.tag && { etag: answer.tag }),
      ...(answer.location && { location: answer.location }),
    };
    const send = () => response.writeHead(answer.status, headers).end(answer.body);
    if (isSlow) held.push(send);
    else send();
  });
  provider.listen(port, '127.0.0.1');
  await once(provider, 'listening');
};

const stopProvider = async () => {
  provider.closeAllConnections();
  provider.close();
  await once(provider, 'close');
};

const get = (path: string, headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
  fetch(`${app.url}${path}`, { headers });

beforeEach(async () => {
  requests = [];
  [isSlow, held] = [false, []];
  answer = { status: 200, type: 'image/png', body: PICTURE, tag: '"first"' };
  port = await freePort();
  await startProvider();
  now = Date.parse('2026-11-20T12:00:00Z');
  const clock = { now: () => now };
  const settings = { TILE_URL: `http://127.0.0.1:${port}/{s}/{z}/{x}/{y}.png` };
  app = await startApp({ settings, clock, withoutBroker: true });
  token = await app.tokenOf(ADMIN);
});

afterEach(async () => {
  await app.stop();
  if (provider.listening) await stopProvider();
});

test('a tile is read once from its provider, whoever asks for it how often, and kept for 7 days', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => get(TILE)));
  for (const each of answers) {
    expect(each.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await each.arrayBuffer())).toEqual(PICTURE);
  }
  now += 7 * DAY_MS - 1;
  token = await app.tokenOf(ADMIN);
  await get(TILE);
  expect(requests).toMatchObject([{ url: '/c/12/2190/1520.png', tag: undefined }]);
  expect(requests[0]?.agent).toContain('Semaforo');
});

test('after 7 days the provider is asked whether it changed, and an older copy stays until it answers', async () => {
  await get(TILE);
  now += 7 * DAY_MS;
  token = await app.tokenOf(ADMIN);
  answer = { status: 500 };
  expect(Buffer.from(await (await get(TILE)).arrayBuffer())).toEqual(PICTURE);
  expect(app.log.filter((line) => line.includes('tiles'))).toEqual(['the tiles of the map are not read']);
  now += 31_000;
  answer = { status: 304 };
  expect(Buffer.from(await (await get(TILE)).arrayBuffer())).toEqual(PICTURE);
  await get(TILE);
  expect(requests.map(({ tag }) => tag)).toEqual([undefined, '"first"', '"first"']);
});

test('a provider that does not answer is left alone for a while', async () => {
  await stopProvider();
  const failed = await get(TILE);
  expect(failed.status).toBe(503);
  expect(failed.headers.get('retry-after')).toBe('30');
  expect(await failed.json()).toEqual({
    error: 'Lo sfondo della mappa non è disponibile',
    code: 'tile-unavailable',
  });
  await startProvider();
  expect((await get(TILE)).status).toBe(503);
  expect(requests).toEqual([]);
  now += 31_000;
  expect((await get(TILE)).status).toBe(200);
});

test.each([
  ['nothing', { status: 404 }, 404],
  ['a page', { status: 200, type: 'text/html', body: Buffer.from('<script>') }, 503],
  ['more than 1 MB', { status: 200, type: 'image/png', body: Buffer.alloc(1024 * 1024 + 1) }, 503],
])('%s in place of a picture is not passed on', async (_what, picture, status) => {
  answer = picture;
  const answered = await get(TILE);
  expect(answered.status).toBe(status);
  expect(answered.headers.get('content-type')).toContain('application/json');
});

test('a tile whose file is damaged is read anew', async () => {
  await get(TILE);
  const folder = join(app.dataDir, 'tiles');
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), 'half a file');
  expect(Buffer.from(await (await get(TILE)).arrayBuffer())).toEqual(PICTURE);
  expect(requests).toHaveLength(2);
});

test.each([
  '/api/map/tiles/20/0/0',
  '/api/map/tiles/1/2/0',
  '/api/map/tiles/1/0/2',
  '/api/map/tiles/-1/0/0',
  '/api/map/tiles/1/0/a',
  '/api/map/tiles/1/0/..%2f',
])('%s is no tile', async (path) => {
  expect((await get(path)).status).toBe(400);
  expect(requests).toEqual([]);
});

test('a redirect of the provider is not followed', async () => {
  let reached = 0;
  const inside = createServer((_request, response) => {
    reached += 1;
    response.writeHead(200, { 'content-type': 'image/png' }).end(PICTURE);
  }).listen(0, '127.0.0.1');
  await once(inside, 'listening');
  answer = { status: 302, location: `http://127.0.0.1:${(inside.address() as AddressInfo).port}/` };
  expect((await get(TILE)).status).toBe(503);
  inside.close();
  expect([requests.length, reached]).toEqual([1, 0]);
});

test('tiles that one user waits for do not keep another from theirs', async () => {
  isSlow = true;
  await app.createOperator('mario');
  const mario = await app.tokenOf({ username: 'mario', password: OPERATOR_PASSWORD });
  const many = Array.from({ length: 60 }, (_, x) =>
    get(`/api/map/tiles/12/${x}/1520`, { authorization: `Bearer ${mario}` }),
  );
  await until('the provider is busy', () => requests.length === 2);
  const mine = get(TILE);
  await app.logIn(ADMIN);
  // Of six that are asked for next, mine is one.
  for (let round = 2; round <= 6; round += 2) {
    await until('two are asked for', () => requests.length >= round);
    for (const send of held.splice(0)) send();
  }
  expect((await mine).status).toBe(200);
  expect(requests.findIndex(({ url }) => url.endsWith('/12/2190/1520.png'))).toBeLessThan(8);
  isSlow = false;
  for (const send of held.splice(0)) send();
  for (const answered of await Promise.all(many)) expect(answered.status).toBe(200);
});

test('only who has logged in gets a tile', async () => {
  expect((await get(TILE, {})).status).toBe(401);
  expect(requests).toEqual([]);
});
