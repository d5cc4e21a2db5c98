import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CHANGED_EVENTS,
  type ServerToClientEvents,
  SILENCE_MS,
  SOCKET_PATH,
} from '@semaforo/contract/live/events';
import { Server } from 'socket.io';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
import { serverNow } from '../platform/server-clock.ts';
import { letRequestsThrough } from '../test/fake-server.ts';
import { forgetLiveConnection, readLiveConnection } from './live-connection.ts';
import { followLiveEvents } from './live-socket.ts';

const place = vi.hoisted(() => ({ API_ORIGIN: '' }));
vi.mock('../api/origin.ts', () => place);

const http = createServer();
const io = new Server<Record<string, never>, ServerToClientEvents>(http, { path: SOCKET_PATH });
const connected = () => vi.waitFor(() => expect(readLiveConnection().connected).toBe(true), 30_000);
let leave = () => {};
let queryClient: ReturnType<typeof createQueryClient>;

letRequestsThrough();

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve));
  place.API_ORIGIN = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  queryClient = createQueryClient();
  leave = followLiveEvents('t1', queryClient);
  await connected();
});
afterEach(async () => {
  leave();
  forgetLiveConnection();
  vi.useRealTimers();
  await io.close();
});

test('the clock of the server sets that of the page', async () => {
  io.emit('clock', { now: '2030-01-01T00:00:00.000Z' });
  await vi.waitFor(() => expect(new Date(serverNow()).getUTCFullYear()).toBe(2030), 30_000);
});

test('a server that falls silent is lost since its last word, and the page connects again', async () => {
  io.emit('clock', { now: '2026-11-22T19:33:12.000Z' });
  await vi.waitFor(() => expect(new Date(serverNow()).toISOString()).toMatch(/^2026-11-22T19:33:1/), 30_000);
  const [former] = io.sockets.sockets.keys();
  vi.advanceTimersByTime(SILENCE_MS + 1000);
  expect(readLiveConnection().connected).toBe(false);
  expect(new Date(readLiveConnection().since ?? 0).toISOString()).toMatch(/^2026-11-22T19:33:1/);
  await connected();
  await vi.waitFor(() => expect([...io.sockets.sockets.keys()]).not.toContain(former), 30_000);
});

test('a server whose words come ever later is lost: a late one changes nothing, the page connects again', async () => {
  io.emit('clock', { now: '2026-11-22T19:33:12.000Z' });
  await vi.waitFor(() => expect(new Date(serverNow()).toISOString()).toMatch(/^2026-11-22T19:33:1/), 30_000);
  const [former] = io.sockets.sockets.keys();
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  io.emit('clock', { now: '2026-11-22T19:33:08.500Z' });
  await vi.waitFor(() => expect(io.sockets.sockets.keys().next().value).not.toBe(former), 30_000);
  await connected();
  expect(invalidate).toHaveBeenCalledWith();
  expect(new Date(serverNow()).toISOString()).toMatch(/^2026-11-22T19:33:[1-4]/);
});

test('a server whose clock was set back is lost once', async () => {
  io.emit('clock', { now: '2026-11-22T19:33:12.000Z' });
  await vi.waitFor(() => expect(new Date(serverNow()).toISOString()).toMatch(/^2026-11-22T19:33:1/), 30_000);
  const [former] = io.sockets.sockets.keys();
  io.on('connection', (socket) => socket.emit('clock', { now: '2026-11-22T18:00:00.000Z' }));
  io.emit('clock', { now: '2026-11-22T18:00:00.000Z' });
  await vi.waitFor(() => expect(new Date(serverNow()).toISOString()).toMatch(/^2026-11-22T18:00:/), 30_000);
  const [anew] = io.sockets.sockets.keys();
  expect(anew).not.toBe(former);
  io.emit('clock', { now: '2026-11-22T18:00:00.000Z' });
  io.emit('clock', { now: '2026-11-22T18:00:01.000Z' });
  await vi.waitFor(() => expect(new Date(serverNow()).toISOString()).toMatch(/^2026-11-22T18:00:0/), 30_000);
  expect(io.sockets.sockets.keys().next().value).toBe(anew);
  expect(readLiveConnection().connected).toBe(true);
});

test.each(CHANGED_EVENTS)('after %s what depends on it is read again', async (event) => {
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  io.emit(event);
  await vi.waitFor(() => expect(invalidate).toHaveBeenCalled(), 30_000);
});
