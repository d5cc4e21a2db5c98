import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openLiveSocket } from '@semaforo/client/live-socket';
import { user } from '@semaforo/testing/factories';
import { expect, onTestFinished, test } from 'vitest';
import { createAddressOf } from '../http/address-of.ts';
import { systemClock } from '../platform/clock.ts';
import { createLiveServer } from './socket-io.adapter.ts';

test('a page that connects is sent the clock at once, by which it measures how late the next ones come', async () => {
  const httpServer = createServer();
  await new Promise<void>((resolve) => void httpServer.listen(0, '127.0.0.1', resolve));
  const live = createLiveServer({
    httpServer,
    authenticate: () =>
      Promise.resolve({
        actor: user({ username: 'anna' }),
        sessionId: 1,
        tokenVersion: 0,
        expiresAt: systemClock.now() + 60_000,
      }),
    findOpenSessions: () => Promise.resolve(new Map()),
    addressOf: createAddressOf([]),
    clockEvent: () => ({ now: '2026-11-24T02:00:00.000Z', isolated: true }),
    clock: systemClock,
  });
  onTestFinished(live.stop);
  const { port } = httpServer.address() as AddressInfo;
  const socket = openLiveSocket({ origin: `http://127.0.0.1:${port}`, token: 't1', reconnection: false });
  onTestFinished(() => void socket.disconnect());
  const first = new Promise((resolve) => {
    socket.onAny((event: string, payload: unknown) => resolve([event, payload]));
  });
  expect(await first).toEqual(['clock', { now: '2026-11-24T02:00:00.000Z', isolated: true }]);
});
