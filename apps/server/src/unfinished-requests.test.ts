import { connect, type Socket } from 'node:net';
import { logIn } from '@semaforo/client';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { until } from '@semaforo/testing/until';
import { freePublicUrl, hasWebProxy, startWebProxy } from '@semaforo/testing/web-proxy';
import { afterEach, describe, expect, test } from 'vitest';
import { OPERATOR_PASSWORD, type RunningApp, startApp } from '../test/running-app.ts';

const SIGNAL = '/3/vera/s1';
const UNFINISHED = 1200;

describe('requests that never end', () => {
  let app: RunningApp;
  const ends: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  const start = async (settings: Record<string, string> = {}) => {
    app = await startApp({ settings });
    ends.push(app.stop);
    const vera = await app.createOperator('vera');
    await app.createDevice({ topic: SIGNAL, userId: vera.id });
    await app.startFleet([
      { key: SIGNAL, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' },
    ]);
    await until('the signal is heard', async () => {
      const [signal] = await vera.client('listDeviceStatuses');
      return signal?.status === 'verde';
    });
    return vera.client;
  };

  /** Begins a log-in from each of the addresses in turn, and never ends it. */
  const begin = (port: number, { path, from }: { path: string; from: (index: number) => string }) => {
    const state = { written: 0, ended: 0 };
    const sockets = Array.from({ length: UNFINISHED }, (_, index): Socket => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from(index) }, () => {
        const headers = 'Host: a\r\nContent-Type: application/json\r\nContent-Length: 60';
        socket.write(`POST ${path}/api/login HTTP/1.1\r\n${headers}\r\n\r\n{`, () => (state.written += 1));
      });
      socket.on('error', () => undefined).on('close', () => (state.ended += 1));
      return socket.resume();
    });
    ends.push(() => {
      for (const socket of sockets) socket.destroy();
    });
    return until('all have begun', () => state.written + state.ended >= UNFINISHED);
  };

  const commandsOf = async (operator: Awaited<ReturnType<typeof start>>) => {
    const errors: (string | null)[] = [];
    for (const command of ['rosso', 'giallo', 'verde'] as const) {
      const { results } = await operator('sendCommand', { body: { command } });
      errors.push(...results.map(({ error }) => error));
    }
    return errors;
  };

  test('from a dozen addresses keep no operator from commanding, nor from logging in', async () => {
    const vera = await start();
    const port = Number(new URL(app.url).port);
    await begin(port, { path: '', from: (index) => `127.0.${1 + (index % 12)}.7` });
    expect(await commandsOf(vera)).toEqual([null, null, null]);
    await logIn({ origin: app.url }, { username: 'vera', password: OPERATOR_PASSWORD });
    await logIn({ origin: app.url }, ADMIN);
  });

  test.skipIf(!hasWebProxy('caddy'))(
    'from one address through a proxy that passes bodies on as they come keep no operator from commanding',
    async () => {
      const port = await freePort();
      const url = await freePublicUrl('/console');
      const proxy = await startWebProxy('caddy', { url, consolePort: port });
      ends.push(proxy.stop);
      const vera = await start({ PORT: String(port), TRUSTED_PROXIES: '127.0.0.1', PUBLIC_URL: url.href });
      await begin(Number(url.port), { path: url.pathname, from: () => '127.0.1.7' });
      expect(await commandsOf(vera)).toEqual([null, null, null]);
    },
  );
});
