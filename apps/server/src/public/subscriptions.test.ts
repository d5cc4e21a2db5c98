import { join } from 'node:path';
import { hasOpenssl } from '@semaforo/testing/certificates';
import { ADMIN } from '@semaforo/testing/credentials';
import { type FakePushService, startFakePushService } from '@semaforo/testing/fake-push-service';
import { until } from '@semaforo/testing/until';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../../test/running-app.ts';

const KEY = '/3/vald/s1';

describe.skipIf(!hasOpenssl)('citizens who asked to be told', () => {
  let app: RunningApp;
  let service: FakePushService;
  let operator: Awaited<ReturnType<RunningApp['createOperator']>>;

  const call = async (method: string, body?: object, slug = 'valdombra') => {
    const answer = await fetch(`${app.url}/c/${slug}/avvisi`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return answer.status;
  };
  const subscribe = async (name: string, from: string) => {
    const { key } = (await (await fetch(`${app.url}/c/valdombra/avvisi`)).json()) as { key: string };
    const browser = service.subscribe(name, key);
    expect(await call('POST', { ...browser, from })).toBe(204);
    return browser;
  };
  const told = () => service.received.map(({ browser, message }) => `${browser}: ${message.title}`);
  const show = async (color: 'verde' | 'giallo' | 'rosso') => {
    service.received.length = 0;
    await operator.client('sendCommand', { query: { type: 'semaforo' }, body: { command: color } });
  };
  const rows = () => {
    const database = new Database(join(app.dataDir, 'semaforo.sqlite'), { readonly: true });
    try {
      return database.prepare('select * from public_subscribers').all();
    } finally {
      database.close();
    }
  };

  beforeAll(async () => {
    service = await startFakePushService();
    const network = {
      ca: service.ca,
      isService: ({ hostname }: URL) => hostname === 'localhost',
      isAllowed: (address: string) => address === '127.0.0.1',
    };
    app = await startApp({
      settings: { PUSH_CONTACT: 'mailto:ced@example.it' },
      noticeTiming: { settledAfterMs: 50, everyMs: 50, network },
    });
    operator = await app.createOperator('valdombra');
    await app.createDevice({ topic: KEY, userId: operator.id, name: 'Ponte' });
    await app.startFleet([{ key: KEY, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' }]);
    const admin = await app.logIn(ADMIN);
    const body = { public_page: 'true', public_slug: 'valdombra' };
    await admin('saveUserSetting', { params: { id: operator.id }, body });
    await until('the page is there', async () => (await call('GET')) === 200, 15_000);
  });
  afterAll(async () => {
    await app.stop();
    await service.stop();
  });

  test('are refused where nothing can be sent, or the request is none', async () => {
    const { key } = (await (await fetch(`${app.url}/c/valdombra/avvisi`)).json()) as { key: string };
    const browser = { ...service.subscribe('Carla', key), from: 'giallo' };
    expect(await call('POST', { ...browser, from: 'verde' })).toBe(400);
    expect(await call('POST', { ...browser, more: 1 })).toBe(400);
    expect(await call('POST', { ...browser, endpoint: 'http://localhost/x' })).toBe(400);
    expect(await call('POST', { ...browser, endpoint: 'https://intranet.example/x' })).toBe(422);
    expect(await call('POST', { ...browser, p256dh: `B${'A'.repeat(86)}` })).toBe(422);
    expect(await call('DELETE', {})).toBe(400);
    for (const method of ['GET', 'POST', 'DELETE'])
      expect(await call(method, method === 'GET' ? undefined : browser, 'altro'), method).toBe(404);
    expect(rows()).toEqual([]);
  });

  test('are told once of each settled change, from their color on, and when that has passed', async () => {
    await subscribe('Anna', 'giallo');
    const bruno = await subscribe('Bruno', 'rosso');
    expect(JSON.stringify(rows())).not.toContain(bruno.endpoint);
    await show('giallo');
    await until('Anna is told', () => told().length === 1);
    expect(told()).toEqual([expect.stringMatching(/^Anna: 🟡 Comune di valdombra: allerta gialla/)]);
    expect(service.received[0]?.message.path).toBe('/c/valdombra');
    await show('rosso');
    await until('both are told', () => told().length === 2);
    await show('verde');
    await until('both are told of the end', () => told().length === 2);
    expect(await call('DELETE', { endpoint: bruno.endpoint })).toBe(204);
    await show('rosso');
    await until('Anna is told', () => told().length === 1);
    expect(told()[0]).toMatch(/^Anna: 🔴/);
    expect(rows()).toHaveLength(1);
  });

  test('are forgotten once their browser is gone', async () => {
    service.answer(410);
    await show('verde');
    await until('Anna is forgotten', () => rows().length === 0);
  });
});
