import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { Secret } from '../platform/secret.ts';
import { createHttpServer } from './http-server.ts';
import { mountOperations } from './operations.routes.ts';

const NOT_FOUND = { error: 'Non trovato', code: 'not-found' };

describe('the operations routes', () => {
  let server: FastifyInstance;
  let ready = true;
  let isolated = false;

  beforeEach(async () => {
    ready = true;
    isolated = false;
    server = await createHttpServer({ logger: createTestLogger(), webRoot: undefined });
    mountOperations(server, {
      isReady: () => Promise.resolve(ready),
      isClockOff: () => false,
      isIsolated: () => isolated,
      metrics: () => Promise.resolve('semaforo_live_messages_total 3\n'),
      metricsToken: new Secret('gettone-delle-misure'),
    });
  });
  afterEach(() => server.close());

  const get = (url: string, options: { headers?: Record<string, string>; remoteAddress?: string } = {}) =>
    server.inject({ method: 'GET', url, ...options });

  test('/healthz answers whether the server is alive, /readyz whether it is ready', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await get('/readyz')).json()).toEqual({ status: 'ready' });
    ready = false;
    const answer = await get('/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'not-ready' }]);
    expect((await get('/healthz')).statusCode).toBe(200);
  });

  test('/readyz says that the server is isolated, and ready all the same', async () => {
    isolated = true;
    const answer = await get('/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'isolated' }]);
    ready = false;
    expect((await get('/readyz')).json()).toEqual({ status: 'not-ready' });
  });

  test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
    '/metrics is readable from %s',
    async (remoteAddress) => {
      const answer = await get('/metrics', { remoteAddress });
      expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
      expect(answer.body).toContain('semaforo_live_messages_total 3');
    },
  );

  test('/metrics is not found from another machine', async () => {
    const answer = await get('/metrics', { remoteAddress: '192.0.2.7' });
    expect([answer.statusCode, answer.json()]).toEqual([404, NOT_FOUND]);
  });

  test('/metrics is readable from another machine with the right token only', async () => {
    const read = (authorization: string) =>
      get('/metrics', { remoteAddress: '192.0.2.7', headers: { authorization } });
    expect((await read('Bearer gettone-delle-misure')).body).toContain('semaforo_live_messages_total 3');
    expect((await read('Bearer gettone-sbagliato')).statusCode).toBe(404);
    expect((await read('Bearer ')).statusCode).toBe(404);
  });

  test.each([
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { 'x-forwarded-host': 'comune.example' },
    { via: '1.1 proxy' },
  ])('/metrics is not found through a proxy on the same machine: %j', async (headers) => {
    const answer = await get('/metrics', { headers: headers as unknown as Record<string, string> });
    expect([answer.statusCode, answer.json()]).toEqual([404, NOT_FOUND]);
  });
});
