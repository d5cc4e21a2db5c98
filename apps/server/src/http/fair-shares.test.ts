import type { Route } from '@semaforo/contract/api/route';
import { type RouteName, routes } from '@semaforo/contract/api/routes';
import { user } from '@semaforo/testing/factories';
import { until } from '@semaforo/testing/until';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import type { Actor } from '../platform/actor.ts';
import { systemClock } from '../platform/clock.ts';
import { createFairShares, SHARE_LIMITS } from './fair-shares.ts';
import type { Handlers } from './handlers.ts';
import { createHttpServer } from './http-server.ts';
import { mountRoutes } from './mount-routes.ts';

const USERS: Record<string, Actor> = {
  mario: user({ username: 'mario' }),
  vera: user({ id: 2, username: 'vera' }),
  admin: user({ id: 3, username: 'admin', role: 'admin' }),
};
const LIMITS = {
  ...SHARE_LIMITS,
  rates: {
    ...SHARE_LIMITS.rates,
    commands: { points: 3, perMs: 2000 },
    writes: { points: 4, perMs: 10_000 },
  },
  waitingAtMost: 3,
  waitMs: 60_000,
};

describe('the shares of users', () => {
  let http: FastifyInstance;
  let inside = 0;
  let mostInside = 0;
  let leave: (() => void)[] = [];

  beforeEach(async () => {
    [inside, mostInside, leave] = [0, 0, []];
    http = await createHttpServer({ logger: createTestLogger(), webRoot: undefined });
    const read = async () => {
      inside += 1;
      mostInside = Math.max(mostInside, inside);
      await new Promise<void>((resolve) => leave.push(resolve));
      inside -= 1;
      return [];
    };
    const command = () => ({ commandId: 1, results: [] });
    const handlers = Object.fromEntries(
      Object.entries<Route>(routes).map(([name, { aging }]) => [name, aging ? command : read]),
    );
    mountRoutes(http, {
      routes,
      handlers: handlers as unknown as Handlers<typeof routes>,
      authenticate: (token) => Promise.resolve({ actor: USERS[token] as Actor, sessionId: 1 }),
      idempotency: (_request, act) => act(),
      clock: systemClock,
      shares: createFairShares(LIMITS),
    });
  });
  afterEach(() => http.close());

  const send = (user: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    http.inject({
      method,
      url,
      headers: { authorization: `Bearer ${user}` },
      ...(payload && { payload }),
    });
  const command = (user: string) => send(user, 'POST', '/api/devices/command', { command: 'rosso' });

  test.each(['mario', 'admin'])(
    'too many commands of %s are refused with a sentence, those of another not',
    async (user) => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => command(user)));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429, 429]);
      expect(answers[4]?.headers['retry-after']).toBe('2');
      expect(answers[4]?.json()).toEqual({
        error: 'Troppi comandi in poco tempo: riprova fra 2 secondi',
        code: 'too-many-commands',
      });
      expect((await command('vera')).statusCode).toBe(200);
    },
  );

  test('too many writes of a user are refused; those of an administrator are not counted', async () => {
    const write = (user: string) => send(user, 'PUT', '/api/user/settings', { Wrong: '' });
    const of = async (user: string) => {
      const answers = await Promise.all(Array.from({ length: 6 }, () => write(user)));
      return answers.map(({ statusCode }) => statusCode);
    };
    expect(await of('mario')).toEqual([400, 400, 400, 400, 429, 429]);
    expect(await of('admin')).toEqual([400, 400, 400, 400, 400, 400]);
  });

  test('a broker trial with a malformed body counts for none', async () => {
    const trials = Array.from({ length: 11 }, () => send('admin', 'POST', '/api/mqtt/test', { porta: 1 }));
    const answers = await Promise.all(trials);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([400]));
  });

  test('two long reads of a user run at once, others wait, and more are refused; another user is not held up', async () => {
    const history = (user: string) => send(user, 'GET', '/api/commands/history');
    const reads = Array.from({ length: 6 }, () => history('mario'));
    const refused = await Promise.race(reads);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('60');
    await until('the first ones are inside', () => inside === 2);
    const veras = history('vera');
    await until('the other is inside', () => inside === 3);
    for (const one of leave.splice(0)) one();
    expect((await veras).statusCode).toBe(200);
    let answered = 0;
    for (const read of reads) void read.then(() => (answered += 1));
    await until('all are answered', () => {
      for (const one of leave.splice(0)) one();
      return answered === reads.length;
    });
    expect((await Promise.all(reads)).map(({ statusCode }) => statusCode)).toEqual([
      200, 200, 200, 200, 200, 429,
    ]);
    expect(mostInside).toBe(3);
  });

  test('what a user may not read takes none of that user’s turns', async () => {
    const reads = ['/api/devices', '/api/groups'].map((path) => send('mario', 'GET', path));
    await until('two long reads are under way', () => leave.length === 2);
    // Over a socket: what happens once an answer is sent happens there only.
    const origin = await http.listen({ port: 0, host: '127.0.0.1' });
    for (const path of ['/api/admin/users', '/api/admin/audit']) {
      const refused = await fetch(origin + path, { headers: { authorization: 'Bearer mario' } });
      expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('forbidden')]);
    }
    for (const end of leave.splice(0)) end();
    await Promise.all(reads);
    const next = send('mario', 'GET', '/api/schedule');
    await until('the next long read is under way', () => leave.length === 1);
    leave[0]?.();
    expect((await next).statusCode).toBe(200);
  });

  test('two writes of a user run at once, others wait; another user and an administrator do not', async () => {
    const shares = createFairShares(SHARE_LIMITS);
    const admit = async (user: string) => {
      const call = { route: routes.saveMySettings, query: {} };
      const share = await shares.admit({ ...call, actor: USERS[user] as Actor });
      if (typeof share !== 'function') throw new Error('was refused');
      return share;
    };
    const [leaveFirst] = [await admit('mario'), await admit('mario')];
    let isIn = false;
    const third = admit('mario').then(() => (isIn = true));
    for (const user of ['vera', 'admin', 'admin', 'admin']) await admit(user);
    expect(isIn).toBe(false);
    leaveFirst();
    expect(await third).toBe(true);
  });

  test('every kind of read has a limit at once: what is more waits, and another kind of call does not', async () => {
    const shares = createFairShares(LIMITS);
    const ask = (name: RouteName) =>
      shares.admit({ route: routes[name], actor: USERS.mario as Actor, query: {} });
    for (const [name, atOnce] of [
      ['listPlans', 2],
      ['getMe', 16],
      ['getMapTile', 4],
    ] as const) {
      const inside = await Promise.all(Array.from({ length: atOnce }, () => ask(name)));
      let isIn = false;
      const next = ask(name).then((share) => {
        isIn = true;
        return share;
      });
      expect(typeof (await ask('sendCommand'))).toBe('function');
      expect(isIn, name).toBe(false);
      for (const leaveOne of inside) if (typeof leaveOne === 'function') leaveOne();
      expect(typeof (await next)).toBe('function');
    }
  });

  test('a long page counts as several reads', async () => {
    const shares = createFairShares({
      ...LIMITS,
      rates: { ...LIMITS.rates, longReads: { points: 20, perMs: 1000 } },
    });
    const call = { route: routes.listHistory, actor: USERS.mario as Actor };
    const admit = async (limit: string) => typeof (await shares.admit({ ...call, query: { limit } }));
    expect([await admit('5000'), await admit('5000')]).toEqual(['function', 'function']);
    expect(await shares.admit({ ...call, query: {} })).toMatchObject({
      kind: 'too-many',
      retryAfterS: 1,
    });
  });

  test('of an administrator ten trials of a broker are allowed in a minute, saved ones among them', async () => {
    const shares = createFairShares(LIMITS);
    const ask = async (name: RouteName, user: string) => {
      const share = await shares.admit({ route: routes[name], actor: USERS[user] as Actor, query: {} });
      return typeof share === 'function' ? 'admitted' : share;
    };
    for (let trial = 0; trial < 9; trial += 1) expect(await ask('testBroker', 'admin')).toBe('admitted');
    expect(await ask('saveBrokerConfig', 'admin')).toBe('admitted');
    expect(await ask('testBroker', 'admin')).toMatchObject({
      kind: 'too-many',
      code: 'too-many-trials',
      message: 'Troppe prove in poco tempo: riprova fra 60 secondi',
      retryAfterS: 60,
    });
    expect(await ask('saveUserSetting', 'admin')).toBe('admitted');
  });
});
