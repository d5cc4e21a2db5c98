import type { Route } from '@semaforo/contract/api/route';
import { routes } from '@semaforo/contract/api/routes';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { systemClock } from '../platform/clock.ts';
import { notFound } from '../platform/refusal.ts';
import type { Handlers } from './handlers.ts';
import { createHttpServer } from './http-server.ts';
import { mountRoutes } from './mount-routes.ts';
import { mountApiDescription } from './openapi.routes.ts';
import { mountOperations } from './operations.routes.ts';

/** The routes of the server outside the route table, with their access. */
const OTHER_ROUTES = [
  'GET /healthz public',
  'GET /readyz public',
  'GET /api/watch public',
  'GET /metrics this-machine',
  'GET /api/openapi.json public',
  'GET /api/docs public',
  'GET /api/docs/style.css public',
];
const table = Object.entries<Route>(routes);

let server: FastifyInstance;
let known: string[];

beforeEach(async () => {
  known = [];
  server = await createHttpServer({ logger: createTestLogger(), webRoot: undefined });
  server.addHook('onRoute', ({ method, url, config }) => {
    if (method !== 'HEAD') known.push(`${String(method)} ${url} ${config?.access ?? 'none'}`);
  });
  mountOperations(server, {
    isReady: () => Promise.resolve(true),
    isClockOff: () => false,
    isIsolated: () => false,
    metrics: () => Promise.resolve(''),
  });
  mountApiDescription(server);
  const handlers = Object.fromEntries(table.map(([name]) => [name, () => ({})]));
  mountRoutes(server, {
    routes,
    handlers: handlers as unknown as Handlers<typeof routes>,
    authenticate: () => Promise.resolve(notFound()),
    idempotency: (_request, act) => act(),
    clock: systemClock,
  });
  await server.ready();
});
afterEach(() => server.close());

test('the server has the routes of the table and the listed others, and no more', () => {
  const expected = [
    ...OTHER_ROUTES,
    ...table.map(([, { method, path, access }]) => `${method} ${path} ${access}`),
  ];
  expect(known.sort()).toEqual(expected.sort());
});

test('a route without an access policy stops the start', async () => {
  const another = await createHttpServer({ logger: createTestLogger(), webRoot: undefined });
  expect(() => another.get('/api/back-door', () => 'open')).toThrow(
    'GET /api/back-door has no access policy',
  );
  await another.close();
});

test.each(table.filter(([, { access }]) => access !== 'public'))(
  '%s without a token is answered with a 401 before its input is checked',
  async (_name, { method, path }) => {
    const answer = await server.inject({
      method,
      url: path,
      payload: '{',
      headers: { 'content-type': 'text/plain' },
    });
    expect(answer.statusCode).toBe(401);
  },
);

test('HEAD is answered like GET, without a body', async () => {
  const get = await server.inject({ method: 'GET', url: '/api/openapi.json' });
  const head = await server.inject({ method: 'HEAD', url: '/api/openapi.json' });
  expect([head.statusCode, head.body]).toEqual([200, '']);
  expect(head.headers['content-type']).toBe(get.headers['content-type']);
  expect((await server.inject({ method: 'HEAD', url: '/api/devices' })).statusCode).toBe(401);
  expect((await server.inject({ method: 'HEAD', url: '/api/schedule/1' })).statusCode).toBe(405);
});

test.each([
  ['DELETE', '/api/login', 'POST'],
  ['PUT', '/api/devices', 'GET'],
  ['PATCH', '/api/admin/devices/1', 'DELETE'],
  ['OPTIONS', '/api/devices', 'GET'],
] as const)(
  '%s %s is answered with a 405 in Italian, and with the methods that it has',
  async (method, url, allowed) => {
    const answer = await server.inject({ method, url, headers: { accept: 'text/html' } });
    expect([answer.statusCode, answer.json()]).toMatchObject([405, { code: 'method-not-allowed' }]);
    expect(String(answer.headers.allow).split(', ')).toContain(allowed);
  },
);

test.each([
  ['POST', '/healthz'],
  ['GET', '/api/nothing'],
  ['GET', `/api/commands/${'1'.repeat(10_000)}`],
  ['GET', `/api/${'x'.repeat(10_000)}`],
] as const)('%s %s is answered with a 404 in Italian', async (method, url) => {
  const answer = await server.inject({ method, url, headers: { accept: 'text/html' } });
  expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'Non trovato', code: 'not-found' }]);
});

test.each([undefined, 'text/plain', 'json', 'multipart/form-data; boundary=x'])(
  'a body of type %s is answered with a 415',
  async (type) => {
    const answer = await server.inject({
      method: 'POST',
      url: '/api/login',
      payload: Buffer.from('{"username":"a","password":"b"}'),
      headers: type === undefined ? {} : { 'content-type': type },
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([415, { code: 'unsupported-media-type' }]);
  },
);
