import type { Route } from '@semaforo/contract/api/route';
import { routes } from '@semaforo/contract/api/routes';
import { user } from '@semaforo/testing/factories';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestLogger } from '../../test/test-logger.ts';
import { systemClock } from '../platform/clock.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Handlers } from './handlers.ts';
import { createHttpServer } from './http-server.ts';
import { mountRoutes } from './mount-routes.ts';

const ACTOR = user({ username: 'admin', role: 'admin' });
const LET_IN = new Refusal('conflict', { code: 'let-in', message: 'La richiesta ha passato i controlli' });
/** Words of the English sentences of libraries. */
const ENGLISH =
  /\b(invalid|expected|received|must|too (big|small)|unrecognized|unexpected|bad request|body)\b/i;

/** A valid value of every field of the API. The tests replace one at a time with a bad one. */
const GOOD: Record<string, unknown> = {
  profile: 'tasmota',
  username: 'comune',
  password: 'lampada-di-prova',
  code: '123456',
  ticket: 'un-biglietto',
  credential: {
    ...{ id: 'cGFzc2tleQ', rawId: 'cGFzc2tleQ', type: 'public-key', clientExtensionResults: {} },
    response: { clientDataJSON: 'e30', attestationObject: 'oA', authenticatorData: 'AA', signature: 'AA' },
  },
  currentPassword: 'lampada-di-prova',
  newPassword: 'un-altra-lampada',
  role: 'user',
  broker: 'broker.example',
  port: 1883,
  command: 'rosso',
  name: 'Piazza',
  topic: '/3/comune/s1',
  type: 'semaforo',
  latitude: 44.2,
  longitude: 12.1,
  userId: 1,
  color: 'rosso',
  datetime: '2026-11-20T10:00',
  deviceIds: [1],
  device_type: 'semaforo',
  newKey: 'tema',
  value: 'scuro',
  zones: ['Vald-A'],
  zone: 'Vald-A',
  from: '2099-11-20T10:00:00Z',
  to: '2099-11-20T12:00:00Z',
  until: '2099-11-20T12:00:00Z',
  reason: 'Avviso regionale 112',
  drill: false,
  repeat: 'settimana',
  every: 1,
  days: ['lun'],
  dates: ['2099-12-25'],
  starts_on: '2099-11-20',
  ends_on: '2099-12-31',
  exceptions: ['2099-12-26'],
  begin: '18:30',
  end: 'alba',
  ignored: true,
  text: 'Palo 3',
  envelope: {},
  today: {},
  tomorrow: {},
  note: 'Vado io',
  people: [{ name: 'Reperibile', email: 'r@example.it', chat_id: null, push_id: null }],
  endpoint: 'https://push.example/abc',
  p256dh: 'B'.repeat(87),
  auth: 'A'.repeat(22),
  month: '2026-11',
  jpeg: '/9j/2Q==',
  passphrase: 'una-lunga-passphrase',
  network: true,
  thresholds: [{ color: 'rosso', at: 30, clear_at: 22, for_s: 0 }],
  rate_per_min: 3,
  policy: 'raise',
  device_ids: [1],
  silent: 'alarm',
  silent_after_s: 360,
  silent_color: 'giallo',
  float_color: 'rosso',
  votes: 1,
  local: false,
  water: true,
  link_policy: 'rosso-after',
  after_s: 7200,
  field: 'distance',
  scale: -0.1,
  offset: 300,
  min: -20,
  max: 400,
  duty: 'read',
  oidc_subject: 'soggetto',
  user_id: 1,
  scopes: ['read'],
  group_id: 1,
  expires_at: '2099-11-20T12:00:00Z',
  url: 'https://protocollo.example/avvisi',
  events: ['alarm.opened'],
};
/** Of fields that exclude each other, those that are left out. */
const EXCLUDED = ['zone', 'oidc_subject', 'group_id', 'code'];
const SPOILT: unknown[] = [
  null,
  true,
  [],
  {},
  [['a']],
  -1,
  1.5,
  1e300,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  'a\0b',
  '\uD800',
  'x'.repeat(20_000),
  '../../etc/passwd',
];
const table = Object.entries<Route>(routes);

describe('hostile requests', () => {
  let http: FastifyInstance;
  const logger = createTestLogger();
  const send = async (
    request: { method: string; url: string; type?: string | undefined },
    payload?: string | Buffer,
  ) => {
    const { type = 'application/json' } = request;
    const headers = { authorization: 'Bearer token', ...(payload !== undefined && { 'content-type': type }) };
    const answer = await http.inject({
      method: request.method as 'POST',
      url: request.url,
      headers,
      ...(payload !== undefined && { payload }),
    });
    const sent = `${request.method} ${request.url} ${String(payload ?? '').slice(0, 200)}`;
    const body = JSON.parse(answer.body) as { error: string; code: string };
    expect(answer.statusCode, sent).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode, sent).toBeLessThan(500);
    expect(Object.keys(body), sent).toEqual(['error', 'code']);
    expect(body.code, sent).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(body.error, sent).not.toMatch(ENGLISH);
    expect(body.error, sent).toMatch(/^\p{Lu}/u);
    return { status: answer.statusCode, ...body };
  };

  beforeAll(async () => {
    http = await createHttpServer({ logger, webRoot: undefined });
    const handlers = Object.fromEntries(table.map(([name]) => [name, () => LET_IN]));
    const authenticate = () => Promise.resolve({ actor: ACTOR, sessionId: 1 });
    mountRoutes(http, {
      routes,
      handlers: handlers as unknown as Handlers<typeof routes>,
      authenticate,
      idempotency: (_request, act) => act(),
      clock: systemClock,
      shares: { admit: () => Promise.resolve(() => undefined) },
    });
  });
  afterAll(async () => {
    await http.close();
    expect(logger.entries).toEqual([]);
  });

  const withBody = table.filter(([, route]) => route.body !== undefined && route.consumes === undefined);
  const urlOf = ({ path }: Route) => path.replace(/:key/, 'tema').replace(/:\w+/g, '1');

  it.each(withBody)('%s answers a broken body with a 400 in Italian', async (_name, route) => {
    const request = { method: route.method, url: urlOf(route) };
    const bodies: (string | Buffer)[] = [
      '{',
      // A call without input in its body accepts null.
      ...(route.body?.safeParse(null).success ? [] : ['null']),
      '[]',
      '"a"',
      '1',
      '\uFEFF{}',
      '{"a":1,"a":2}',
      '{"__proto__":{}}',
      '{"constructor":{}}',
      '['.repeat(33) + ']'.repeat(33),
      Buffer.from([0x7b, 0xff, 0x7d]),
    ];
    for (const body of bodies) expect((await send(request, body)).status).toBe(400);
  });

  it.each(withBody)('%s answers a bad field with a 4xx in Italian', async (_name, route) => {
    const request = { method: route.method, url: urlOf(route) };
    const good = goodBodyOf(route);
    expect((await send(request, JSON.stringify(good))).code).toBe('let-in');
    for (const field of Object.keys(good)) {
      const others = Object.fromEntries(Object.entries(good).filter(([name]) => name !== field));
      await send(request, JSON.stringify(others));
      for (const spoilt of SPOILT) await send(request, JSON.stringify({ ...good, [field]: spoilt }));
    }
    expect((await send(request, JSON.stringify({ ...good, Unknown: 1 }))).status).toBe(400);
  });

  it.each(withBody)(
    '%s answers a body of another type, too long or empty with 415, 413 or a 4xx',
    async (_name, route) => {
      const request = { method: route.method, url: urlOf(route) };
      for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'json']) {
        expect((await send({ ...request, type }, '{}')).status).toBe(415);
      }
      const most = route.large?.maxBytes ?? route.maxBytes ?? 64 * 1024;
      expect((await send(request, `{"a":"${'x'.repeat(most)}"}`)).status).toBe(413);
      await send(request, '');
    },
  );

  it.each(table)('%s answers bad ids and queries with a 4xx in Italian', async (_name, route) => {
    const ids = [
      '0',
      '-1',
      '1.5',
      'x',
      '01',
      '1e3',
      '99999999999999999999',
      '%00',
      '%ZZ',
      'è',
      'x'.repeat(600),
    ];
    if (route.params) {
      for (const bad of ids) {
        const url = route.path.replace(':key', 'tema').replace(/:\w+/, bad);
        await send({ method: route.method, url }, route.body && '{}');
      }
    }
    const queries = [
      'a=1',
      'type=x',
      'type=a&type=b',
      'limit=0',
      'limit=1e9',
      'before=x',
      'prefix=%00',
      '%ZZ',
    ];
    for (const query of [...queries, `prefix=${'x'.repeat(65)}`, '__proto__=1']) {
      await send({ method: route.method, url: `${urlOf(route)}?${query}` }, route.body && '{}');
    }
  });

  it.each([
    ['logIn', { username: 'a' }, 'Serve un testo'],
    ['logIn', { username: 'a', password: 'b', remember: true }, 'Campo sconosciuto: remember'],
    ['saveMySettings', { Tema: 'scuro' }, 'La chiave inizia con una lettera minuscola'],
    ['createDevice', { topic: '/3/+/s1', type: 'semaforo', userId: 1 }, 'Il topic deve avere la forma'],
    ['createDevice', { topic: '/3/a/s1', type: 'semaforo', userId: 1, latitude: 91 }, 'La latitudine va da'],
    ['saveBrokerConfig', { broker: 'a', port: 'x' }, 'La porta è un numero intero'],
  ] as const)('%s answers %j with the reason of the refusal', async (name, body, sentence) => {
    const route = routes[name];
    const answer = await send({ method: route.method, url: urlOf(route) }, JSON.stringify(body));
    expect(answer).toMatchObject({ status: 400, code: 'invalid-input' });
    expect(answer.error).toContain(sentence);
  });

  it('a day outside 2000 to 2100 is answered with a 400', async () => {
    for (const date of ['0000-01-01', '0026-11-22', '1999-12-31', '2101-01-01', '9999-12-31']) {
      for (const name of ['getDaySheet', 'exportDaySheet', 'getLevels'] as const) {
        const { method, path } = routes[name];
        expect((await send({ method, url: `${path}?date=${date}` })).status, date).toBe(400);
      }
    }
  });

  it('an unknown address is answered with a 404 in Italian', async () => {
    for (const url of ['/api/nothing', '/api/user/me/', '/api', '/%ZZ', '/api/../etc']) {
      expect((await send({ method: 'GET', url })).status).toBe(404);
    }
  });

  it.each(table)(
    '%s answers a method that its address does not have with a 405 and those that it has',
    async (_name, route) => {
      for (const method of ['PATCH', 'OPTIONS', 'TRACE']) {
        const url = urlOf(route);
        expect(await send({ method, url })).toMatchObject({ status: 405, code: 'method-not-allowed' });
        const { headers } = await http.inject({ method: method as 'PATCH', url });
        expect(String(headers.allow).split(', ')).toContain(route.method);
      }
    },
  );
});

/** A body that the route accepts: valid values of all its fields, or one setting where the keys are free. */
function goodBodyOf({ body }: Route): Record<string, unknown> {
  if (body instanceof z.ZodRecord) return { map_center_lat: '44.2' };
  if (body instanceof z.ZodUnion) return { password: GOOD.password };
  const fields = body instanceof z.ZodObject ? Object.keys(body.shape) : [];
  const good = Object.fromEntries(fields.map((field) => [field, GOOD[field]]));
  for (const field of EXCLUDED) {
    if (body?.safeParse(good).success) break;
    delete good[field];
  }
  return good;
}
