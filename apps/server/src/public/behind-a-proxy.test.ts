import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ADMIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import {
  freePublicUrl,
  hasWebProxy,
  type ProxyName,
  startShippedProxy,
  type WebProxy,
} from '@semaforo/testing/web-proxy';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../../test/running-app.ts';

const KEY = '/3/vald/s1';
const READERS = 100;
const READ_FOR_MS = 4000;

for (const name of ['nginx', 'caddy'] satisfies ProxyName[]) {
  describe.skipIf(!hasWebProxy(name))(`the public page behind ${name} as it is shipped`, () => {
    let app: RunningApp;
    let proxy: WebProxy;
    let between: Server;
    let url: URL;
    let operator: Awaited<ReturnType<RunningApp['createOperator']>>;
    /** How often the server was asked for what. */
    const asked = new Map<string, number>();

    beforeAll(async () => {
      app = await startApp({ settings: { TRUSTED_PROXIES: '127.0.0.1' } });
      operator = await app.createOperator('valdombra');
      await app.createDevice({ topic: KEY, userId: operator.id, name: 'Ponte' });
      await app.startFleet([{ key: KEY, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' }]);
      const admin = await app.logIn(ADMIN);
      const body = { public_page: 'true', public_slug: 'valdombra' };
      await admin('saveUserSetting', { params: { id: operator.id }, body });
      between = createServer((request, response) => {
        const key = `${request.url} ${request.headers['accept-encoding'] ?? ''}`;
        asked.set(key, (asked.get(key) ?? 0) + 1);
        const { method, headers } = request;
        const onwards = forward(`${app.url}${request.url}`, { method, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        });
        onwards.on('error', () => response.destroy());
        response.on('close', () => onwards.destroy());
        request.pipe(onwards);
      });
      await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
      url = await freePublicUrl('/c/valdombra');
      const consolePort = (between.address() as AddressInfo).port;
      proxy = await startShippedProxy(name, { url, consolePort });
      await until(
        'verde is on the page',
        async () => (await (await fetch(`${url}.json`)).text()).includes('"verde"'),
        15_000,
      );
    });
    afterAll(async () => {
      await proxy.stop();
      between.closeAllConnections();
      between.close();
      await app.stop();
    });

    test('tells open pages of a change at once, and is read again', async () => {
      const stopping = new AbortController();
      const events = await fetch(`${url}/events?lang=en`, { signal: stopping.signal });
      const reader = events.body?.getReader();
      let heard = '';
      const listening = (async () => {
        for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
          heard += Buffer.from(part.value).toString();
      })().catch(() => undefined);
      await until('the stream is open', () => heard.includes('event: alive'));
      await operator.client('sendCommand', { query: { type: 'semaforo' }, body: { command: 'rosso' } });
      await until('the change is told', () => heard.includes('<h1>Red</h1>'));
      stopping.abort();
      await listening;
      await until('the page says so', async () =>
        (await (await fetch(`${url}?lang=en`)).text()).includes('<h1>Red</h1>'),
      );
      const zipped = await until('so it does in the other language', async () => {
        const page = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
        return (await page.text()).includes('<h1>Rosso</h1>') && page.headers.get('content-encoding');
      });
      expect(zipped).toBe('gzip');
    });

    test.skipIf(name !== 'nginx')(
      'is asked of the server once a second at most, however many read it and whatever they add to its address',
      async () => {
        asked.clear();
        const startedAt = performance.now();
        const endsAt = startedAt + READ_FOR_MS;
        let read = 0;
        const readOn = async (_: unknown, reader: number): Promise<void> => {
          while (performance.now() < endsAt) {
            const answer = await fetch(`${url}?lang=it&nothing=${reader}.${read}`);
            expect(answer.status).toBe(200);
            await answer.text();
            read += 1;
          }
        };
        await Promise.all(Array.from({ length: READERS }, readOn));
        const times = asked.get('/c/valdombra?lang=it gzip') ?? 0;
        expect([...asked.keys()].join()).not.toContain('nothing');
        expect(times).toBeGreaterThan(1);
        // An answer is fresh for a whole second of nginx's clock, which counts seconds.
        expect(times).toBeLessThanOrEqual((performance.now() - startedAt) / 1000 + 2);
        expect(read).toBeGreaterThan(times * 20);
      },
    );
  });
}
