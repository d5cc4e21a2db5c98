import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { until } from '@semaforo/testing/until';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { ADMISSION_LIMITS } from './admission.ts';
import { createHttpServer } from './http-server.ts';

const LIMITS = {
  headersWithinMs: 2000,
  requestWithinMs: 3000,
  connectionsPerAddress: 5,
  admission: { ...ADMISSION_LIMITS, unauthenticated: 3, arrivingPerNetwork: 3 },
};

describe('the doors of the server', () => {
  let server: FastifyInstance;
  let origin: string;
  let port: number;
  const finish: (() => void)[] = [];
  const sockets: Socket[] = [];

  const start = async (trustedProxies: readonly string[] = []) => {
    server = await createHttpServer({
      logger: createTestLogger(),
      webRoot: undefined,
      trustedProxies,
      doorLimits: LIMITS,
    });
    const config = { access: 'public' } as const;
    server.post('/api/echo', { config }, (request) => ({ body: request.body }));
    server.get('/api/slow', { config }, async (_request, reply) => {
      await new Promise<void>((resolve) => finish.push(resolve));
      return reply.header('cache-control', 'public').send({});
    });
    server.get('/healthz', { config }, () => ({}));
    origin = await server.listen({ host: '127.0.0.1', port: 0 });
    port = Number(new URL(origin).port);
  };
  beforeEach(() => start());
  afterEach(async () => {
    for (const one of finish.splice(0)) one();
    for (const socket of sockets.splice(0)) socket.destroy();
    await server.close();
  });

  /** A connection that sends these bytes; what was answered, and whether it is closed. */
  const open = (bytes: string) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const seen = { answer: '', isClosed: false };
    socket.on('data', (chunk: Buffer) => (seen.answer += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => (seen.isClosed = true));
    sockets.push(socket);
    return seen;
  };
  const POST = 'POST /api/echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';

  test.each(['gzip', 'deflate', 'br', 'x', 'gzip, identity'])(
    'a body in %s is refused and not decompressed, a plain one is read',
    async (encoding) => {
      const body = gzipSync('{}');
      const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
      const refused = await fetch(`${origin}/api/echo`, { method: 'POST', headers, body });
      expect(refused.status).toBe(415);
      expect(await refused.json()).toEqual({
        error: 'Il corpo della richiesta non può essere compresso',
        code: 'unsupported-encoding',
      });
      const plain = { ...headers, 'content-encoding': 'identity' };
      const read = await fetch(`${origin}/api/echo`, { method: 'POST', headers: plain, body: '{"a":1}' });
      expect(await read.json()).toEqual({ body: { a: 1 } });
    },
  );

  test('a request that names two hosts is refused', async () => {
    const seen = open('GET /healthz HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n');
    await until('it is answered', () => seen.isClosed);
    expect(seen.answer).toMatch(/^HTTP\/1.1 400 .*più di un host/s);
  });

  test('no answer of the API is kept on its way, whatever its route says, and no page gets permissions', async () => {
    const slow = fetch(`${origin}/api/slow`);
    await until('it is under way', () => finish.length === 1);
    for (const one of finish) one();
    for (const answer of [await slow, await fetch(`${origin}/api/absent`)]) {
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('permissions-policy')).toContain('camera=()');
    }
  });

  test.each([
    ['says nothing', ''],
    ['does not end its headers', 'GET /healthz HTTP/1.1\r\nHost: a\r\nX: '],
    ['does not end its body', `${POST}Content-Length: 100\r\n\r\n{`],
    ['does not end its chunks', `${POST}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`],
  ])('a client that %s is cut off', async (_what, bytes) => {
    const seen = open(bytes);
    await until('it is cut off', () => seen.isClosed);
    expect(seen.answer).toMatch(/^$|^HTTP\/1.1 408 /);
  });

  test('an address has no more connections than its share, a trusted proxy has as many as it likes', async () => {
    const crowd = Array.from({ length: 8 }, () => open(''));
    await until('three are closed at once', () => crowd.filter(({ isClosed }) => isClosed).length === 3);
    for (const socket of sockets.splice(0)) socket.destroy();
    await server.close();
    await start(['127.0.0.0/8']);
    const get = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
    const proxied = Array.from({ length: 8 }, () => open(get));
    await until('all are answered', () => proxied.every(({ answer }) => answer.startsWith('HTTP/1.1 200')));
  });

  test('requests that wait for another on their connection make room when it is gone', async () => {
    open('GET /api/slow HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3));
    await until('three are under way', () => finish.length === 3);
    for (const socket of sockets.splice(0)) socket.destroy();
    const next = fetch(`${origin}/api/slow`);
    await until('the next is under way', () => finish.length === 4);
    for (const one of finish.splice(0)) one();
    expect((await next).status).toBe(200);
  });

  test('who is refused once all of the request is here keeps the connection', async () => {
    open('GET /api/slow HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3));
    await until('three are under way', () => finish.length === 3);
    const refused = await fetch(`${origin}/api/slow`);
    expect([refused.status, refused.headers.get('connection')]).toEqual([503, 'keep-alive']);
  });

  test('who is refused while the body is on its way loses the connection', async () => {
    const halves = Array.from({ length: 4 }, () => open(`${POST}Content-Length: 100\r\n\r\n{`));
    const answers = () => halves.flatMap(({ answer }) => (answer === '' ? [] : [answer]));
    await until('one is refused', () => answers().length === 1);
    expect(answers()[0]).toMatch(/^HTTP\/1.1 429 .*connection: close/is);
  });

  test('with too many requests under way the next is told to come back, and health is still answered', async () => {
    const agents = Array.from({ length: 3 }, () => open('GET /api/slow HTTP/1.1\r\nHost: a\r\n\r\n'));
    await until('three are under way', () => finish.length === 3);
    const refused = await fetch(`${origin}/api/slow`);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toMatchObject({ code: 'overloaded' });
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    // One whose client is gone is over.
    const [gone] = sockets;
    gone?.destroy();
    if (gone) await once(gone, 'close');
    for (const one of finish.splice(0)) one();
    await until('the others are answered', () => agents.filter(({ answer }) => answer !== '').length === 2);
    const next = fetch(`${origin}/api/slow`);
    await until('the next is under way', () => finish.length === 1);
    for (const one of finish.splice(0)) one();
    expect((await next).status).toBe(200);
  });
});
