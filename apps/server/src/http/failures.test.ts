import { failureSchema } from '@semaforo/contract/api/failure';
import type { Route } from '@semaforo/contract/api/route';
import { routes } from '@semaforo/contract/api/routes';
import { user } from '@semaforo/testing/factories';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { TermOverError } from '../cluster/cluster.port.ts';
import { systemClock } from '../platform/clock.ts';
import { Refusal, type RefusalKind } from '../platform/refusal.ts';
import { TooLateError } from '../platform/within.ts';
import type { Handlers } from './handlers.ts';
import { createHttpServer } from './http-server.ts';
import { mountRoutes } from './mount-routes.ts';

const ADMIN = user({ username: 'admin', role: 'admin' });
const REACHED = new Refusal('unavailable', { code: 'reached', message: 'Il gestore è stato raggiunto' });
const ENGLISH = /\b(expected|received|invalid|required|must|string|object|too (big|small)|unrecognized)\b/i;

const logger = createTestLogger();
let answer: () => Refusal | never;
let server: FastifyInstance;

/** Every route of the API with the same handler. */
beforeAll(async () => {
  server = await createHttpServer({ logger, webRoot: undefined });
  const handlers = Object.fromEntries(Object.keys(routes).map((name) => [name, () => answer()]));
  mountRoutes(server, {
    routes,
    handlers: handlers as unknown as Handlers<typeof routes>,
    authenticate: (token) => Promise.resolve(token === 'good' ? { actor: ADMIN, sessionId: 1 } : REACHED),
    idempotency: (_request, act) => act(),
    clock: systemClock,
    shares: { admit: () => Promise.resolve(() => undefined) },
  });
  await server.ready();
});
afterAll(() => server.close());

async function send(
  method: Route['method'],
  url: string,
  options: { payload?: string | Buffer; type?: string } = {},
) {
  const response = await server.inject({
    method,
    url,
    headers: {
      authorization: 'Bearer good',
      ...(options.payload !== undefined && { 'content-type': options.type ?? 'application/json' }),
    },
    ...(options.payload !== undefined && { payload: options.payload }),
  });
  return { status: response.statusCode, headers: response.headers, body: response.json<unknown>() };
}

test.each<[RefusalKind, number]>([
  ['invalid', 400],
  ['unauthenticated', 401],
  ['forbidden', 403],
  ['not-found', 404],
  ['conflict', 409],
  ['unprocessable', 422],
  ['too-many', 429],
  ['unavailable', 503],
])('a refusal of kind %s is answered with status %d, its sentence and its code', async (kind, status) => {
  answer = () => new Refusal(kind, { code: 'some-code', message: 'Una frase' });
  expect(await send('GET', '/api/user/me')).toMatchObject({
    status,
    body: { error: 'Una frase', code: 'some-code' },
  });
});

test('a refusal that says when to retry is answered with Retry-After', async () => {
  answer = () => new Refusal('too-many', { code: 'too-many', message: 'Troppi', retryAfterS: 42 });
  expect((await send('GET', '/api/user/me')).headers['retry-after']).toBe('42');
});

test('an unexpected error is answered with a 500 without details and is logged once', async () => {
  answer = () => {
    throw new Error('password=segreto');
  };
  const logged = logger.entries.length;
  expect(await send('GET', '/api/user/me')).toMatchObject({
    status: 500,
    body: { error: 'Errore interno del server', code: 'internal-error' },
  });
  expect(logger.entries.slice(logged)).toEqual(['request failed']);
});

test.each([
  ['a connection that was refused', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['a connection that was reset', Object.assign(new Error('read'), { code: 'ECONNRESET' })],
  ['a broken pipe', Object.assign(new Error('write'), { code: 'EPIPE' })],
  ['a server that ends', Object.assign(new Error('terminating'), { code: '57P01' })],
  ['a server with too many connections', Object.assign(new Error('too many'), { code: '53300' })],
  ['a connection that ended', new Error('Connection terminated unexpectedly')],
  ['a client that is closed', new Error('Client was closed and is not queryable')],
  ['no connection in time', new Error('timeout exceeded when trying to connect')],
  ['no answer in time', new TooLateError('not done within 5000 ms')],
  ['a term that another server took over', new TermOverError('the term is over')],
])('%s is answered with a 503 that says what to do, and logged once', async (_what, error) => {
  answer = () => {
    throw error;
  };
  const logged = logger.entries.length;
  expect(await send('GET', '/api/user/me')).toMatchObject({
    status: 503,
    body: {
      error: 'Il server non raggiunge la base di dati: riprova fra poco',
      code: 'database-unavailable',
    },
  });
  expect(await send('POST', '/api/devices/1/toggle')).toMatchObject({
    status: 503,
    body: { error: expect.stringContaining('guarda lo storico prima di ripetere') as string },
  });
  expect(logger.entries.slice(logged)).toEqual([
    'the database gave no answer',
    'the database gave no answer',
  ]);
});

describe('bad input', () => {
  test.each([
    ['no body', undefined, 'Il corpo della richiesta manca o non è un oggetto'],
    ['a list', '[]', 'Il corpo della richiesta manca o non è un oggetto'],
    ['null', 'null', 'Il corpo della richiesta manca o non è un oggetto'],
    ['no username', '{"password":"x"}', 'Serve un testo'],
    ['a blank username', '{"username":" ","password":"x"}', 'Serve lo username'],
    ['a number for a text', '{"username":1,"password":"x"}', 'Serve un testo'],
    ['an unknown field', '{"username":"a","password":"x","admin":true}', 'Campo sconosciuto: admin'],
    ['a NUL', '{"username":"a\\u0000","password":"x"}', 'Il testo contiene caratteri non validi'],
    ['a lone surrogate', '{"username":"a\\ud800","password":"x"}', 'Il testo contiene caratteri non validi'],
  ])('input with %s is answered with a 400 that says so', async (_what, payload, sentence) => {
    const sent = await send('POST', '/api/login', payload === undefined ? {} : { payload });
    expect(sent).toMatchObject({ status: 400, body: { error: sentence, code: 'invalid-input' } });
  });

  test.each([
    ['broken JSON', '{', 'Il corpo della richiesta non è JSON valido'],
    [
      'a field given twice',
      '{"username":"a","username":"b","password":"x"}',
      'Il campo "username" è ripetuto',
    ],
  ])('a body with %s is answered with a 400 that says so', async (_what, payload, sentence) => {
    expect(await send('POST', '/api/login', { payload })).toMatchObject({
      status: 400,
      body: { error: sentence, code: 'invalid-json' },
    });
  });

  test('a bad setting key is answered with the rule of the keys', async () => {
    expect(await send('PUT', '/api/user/settings', { payload: '{"Chiave!":"x"}' })).toMatchObject({
      status: 400,
      body: {
        error: 'La chiave inizia con una lettera minuscola e contiene solo lettere minuscole, cifre e _',
      },
    });
  });

  test.each(['0', '-1', '01', '1.5', 'abc', '99999999999999999', '1%00', '%20'])(
    'the id %s in a path is answered with a 400',
    async (id) => {
      expect((await send('DELETE', `/api/admin/users/${id}`)).status).toBe(400);
    },
  );

  test('a body of another media type is answered with a 415, one over 64 KiB with a 413', async () => {
    expect(await send('POST', '/api/login', { payload: 'a=b', type: 'text/plain' })).toMatchObject({
      status: 415,
      body: { code: 'unsupported-media-type' },
    });
    const payload = JSON.stringify({ username: 'a'.repeat(65_536), password: 'x' });
    expect(await send('POST', '/api/login', { payload })).toMatchObject({
      status: 413,
      body: { code: 'body-too-large' },
    });
  });

  const withBody = Object.entries<Route>(routes).filter(
    ([, route]) => route.body !== undefined && route.consumes === undefined,
  );

  test.each(withBody)('every bad body sent to %s is answered in Italian', async (_name, route) => {
    answer = () => REACHED;
    const url = route.path.replace(/:\w+/g, '1');
    const fields = fc.constantFrom('username', 'password', 'role', 'command', 'topic', 'type', 'port', 'key');
    const body = fc.oneof(fc.jsonValue(), fc.dictionary(fields, fc.jsonValue({ maxDepth: 1 })));
    await fc.assert(
      fc.asyncProperty(body, async (value) => {
        const sent = await send(route.method, url, { payload: JSON.stringify(value) });
        const { error } = failureSchema.parse(sent.body);
        expect([400, 503]).toContain(sent.status);
        const sentence = error.startsWith('Campo sconosciuto') ? '' : error;
        expect(sentence).not.toMatch(ENGLISH);
      }),
      { numRuns: 60 },
    );
  });
});

test('an unknown address is answered with the 404 of an absent record', async () => {
  const absent = { status: 404, body: { error: 'Non trovato', code: 'not-found' } };
  expect(await send('GET', '/api/nothing')).toMatchObject(absent);
  expect(await send('GET', '/api/%E0%A4')).toMatchObject(absent);
});

test('an address of a route with a part that cannot be is answered with a 404 for the methods that it has', async () => {
  const absent = { status: 404, body: { error: 'Non trovato', code: 'not-found' } };
  for (const part of ['%E0%A4', '1'.repeat(600)]) {
    expect(await send('GET', `/api/commands/${part}`)).toMatchObject(absent);
    expect(await send('DELETE', `/api/commands/${part}`)).toMatchObject({ status: 405 });
  }
});
