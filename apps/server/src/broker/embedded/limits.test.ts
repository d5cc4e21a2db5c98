import { Socket } from 'node:net';
import fc from 'fast-check';
import { generate } from 'mqtt-packet';
import { expect, test, vi } from 'vitest';
import { type ConnectionLimits, createConnectionLimits } from './connection-limits.ts';
import { createFilterCounts } from './filter-counts.ts';
import {
  KEPT_FOR_KNOWN_NETWORKS,
  MAX_RETAINED_PER_KEY,
  MAX_UNAUTHENTICATED,
  MAX_UNAUTHENTICATED_PER_ADDRESS,
  mostFilters,
  mostRetained,
  REPORTS_WITHIN_MS,
} from './limits.ts';
import { createMeter } from './meter.ts';
import { createMeters } from './meters.ts';
import { PacketLengths } from './packet-lengths.ts';
import { createRetainedMessages } from './retained-messages.ts';

const ANY = { mayBegin: () => true, maxBytes: () => 16_384 };
const packets = fc.array(
  fc.integer({ min: 0, max: 300 }).map((length) =>
    generate({
      cmd: 'publish',
      topic: '/3/a/b/out1',
      payload: Buffer.alloc(length),
      qos: 0,
      retain: false,
      dup: false,
    }),
  ),
  { maxLength: 8 },
);

test('packets are told apart however their bytes are cut into chunks', () => {
  fc.assert(
    fc.property(packets, fc.array(fc.nat(2000)), (sent, cuts) => {
      const stream = Buffer.concat(sent);
      const lengths = new PacketLengths();
      let begun = 0;
      const mayBegin = () => {
        begun += 1;
        return true;
      };
      const places = [
        0,
        ...cuts.map((cut) => cut % (stream.length + 1)).toSorted((a, b) => a - b),
        stream.length,
      ];
      for (const [at, from] of places.entries()) {
        const chunk = stream.subarray(from, places[at + 1] ?? stream.length);
        expect(lengths.follow(chunk, { ...ANY, mayBegin })).toBe(chunk.length);
      }
      expect(begun).toBe(sent.length);
    }),
  );
});

test('a packet that may not begin stays whole, and one that is too long is noticed at its header', () => {
  const [first, second] = [Buffer.from([0xc0, 0]), Buffer.from([0x30, 2, 0, 0])];
  const lengths = new PacketLengths();
  const allowed = [true, false];
  const mayBegin = () => allowed.shift() ?? true;
  expect(lengths.follow(Buffer.concat([first, second]), { ...ANY, mayBegin })).toBe(first.length);
  expect(lengths.follow(second, ANY)).toBe(second.length);
  expect(lengths.follow(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]), ANY)).toBeUndefined();
});

test('a meter lets through no more than its burst and its pace, and waits as long as it says', () => {
  const pace = { messages: { burst: 5, perSecond: 10 }, bytes: { burst: 1000, perSecond: 100 } };
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(500), fc.nat(50)), { maxLength: 60 }), (tries) => {
      const meter = createMeter(pace, 0);
      let now = 0;
      let taken = 0;
      for (const [pauseMs, bytes] of tries) {
        now += pauseMs;
        const waitMs = meter.waitMs(now);
        expect(meter.takeMessage(now)).toBe(waitMs === 0);
        if (waitMs > 0) expect(meter.waitMs(now + waitMs)).toBe(0);
        if (waitMs > 0) now += waitMs;
        else {
          taken += 1;
          meter.takeBytes(bytes, now);
        }
      }
      expect(taken).toBeLessThanOrEqual(5 + now / 100);
    }),
  );
});

test('a filter finds what is kept for its own key, and the server all of it', () => {
  const kept = createRetainedMessages<{ topic: string; payload: Buffer }>(() => 0);
  const keep = (topic: string, payload = 'online') => kept.store({ topic, payload: Buffer.from(payload) });
  const found = (filter: string) => [...kept.matching(filter)].map(({ topic }) => topic);
  for (const key of ['/3/a/s1', '/3/a/s2'])
    for (const channel of ['status', 'out1']) keep(`${key}/${channel}`);
  keep('/3/a/s2/out1', '');
  expect(found('/3/a/s1/+')).toEqual(['/3/a/s1/status', '/3/a/s1/out1']);
  expect(found('/3/a/s1/out1')).toEqual(['/3/a/s1/out1']);
  expect(found('/3/a/s1/+/set')).toEqual([]);
  expect(found('/+/+/+/+')).toEqual(['/3/a/s1/status', '/3/a/s1/out1', '/3/a/s2/status']);
  expect(found('#')).toHaveLength(3);
  expect(found('/3/a/s2/#')).toEqual(['/3/a/s2/status']);

  for (let more = 0; more < 100; more += 1) keep(`/3/a/s3/x${more}`);
  expect(found('/3/a/s3/+')).toHaveLength(MAX_RETAINED_PER_KEY);
  keep('/3/a/s3/x0', '');
  keep('/3/a/s3/last');
  expect(found('/3/a/s3/last')).toEqual(['/3/a/s3/last']);
});

/** A connection from an address of loopback, which never says anything unless the test says so. */
function connectionFrom(address = '127.0.0.1') {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: address });
  return socket;
}
const isIn = (connectionLimits: ConnectionLimits, socket: Socket, hasSpoken = false) =>
  connectionLimits.mayEnter(socket, () => hasSpoken);

test('the oldest connection of an address that has said nothing gives way to the one that comes', () => {
  const connectionLimits = createConnectionLimits();
  const spoken = connectionFrom();
  expect(isIn(connectionLimits, spoken, true)).toBe(true);
  const silent = Array.from({ length: MAX_UNAUTHENTICATED_PER_ADDRESS - 1 }, () => connectionFrom());
  expect(silent.every((socket) => isIn(connectionLimits, socket))).toBe(true);
  expect(isIn(connectionLimits, connectionFrom())).toBe(true);
  expect([spoken.destroyed, silent[0]?.destroyed, silent[1]?.destroyed]).toEqual([false, true, false]);
});

test('of connections that have all spoken just now none gives way, and who logs in or leaves makes room', () => {
  const connectionLimits = createConnectionLimits();
  const sockets = Array.from({ length: MAX_UNAUTHENTICATED_PER_ADDRESS }, () => connectionFrom());
  expect(sockets.every((socket) => isIn(connectionLimits, socket, true))).toBe(true);
  expect(isIn(connectionLimits, connectionFrom(), true)).toBe(false);
  const [known, gone] = sockets;
  if (known) connectionLimits.loggedIn(known);
  expect(isIn(connectionLimits, connectionFrom(), true)).toBe(true);
  expect(isIn(connectionLimits, connectionFrom(), true)).toBe(false);
  gone?.emit('close');
  expect(isIn(connectionLimits, connectionFrom(), true)).toBe(true);
});

test('a network from which somebody has logged in has places that others cannot take', () => {
  const connectionLimits = createConnectionLimits();
  const device = connectionFrom('10.0.0.1');
  isIn(connectionLimits, device, true);
  connectionLimits.loggedIn(device);
  let refused = 0;
  for (let number = 0; number < MAX_UNAUTHENTICATED; number += 1) {
    if (!isIn(connectionLimits, connectionFrom(`172.16.${number % 200}.1`), true)) refused += 1;
  }
  expect(refused).toBe(KEPT_FOR_KNOWN_NETWORKS);
  expect(isIn(connectionLimits, connectionFrom('172.16.0.1'), true)).toBe(false);
  expect(isIn(connectionLimits, connectionFrom('10.0.0.1'), true)).toBe(true);
});

test('where half of the places are taken, who is silent for two seconds leaves', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const connectionLimits = createConnectionLimits();
  const sockets = Array.from({ length: MAX_UNAUTHENTICATED / 2 }, (_, number) =>
    connectionFrom(`172.16.0.${number % 9}`),
  );
  const [first, second] = sockets;
  for (const socket of sockets) isIn(connectionLimits, socket, socket === second);
  vi.advanceTimersByTime(REPORTS_WITHIN_MS + 1);
  isIn(connectionLimits, connectionFrom('172.16.1.1'));
  expect([first?.destroyed, second?.destroyed, sockets.at(-1)?.destroyed]).toEqual([true, false, true]);
  vi.useRealTimers();
});

test('all connections of a device share one meter, those behind the shared log-in have one each', () => {
  const meters = createMeters();
  const device = { username: 'd-1', role: { kind: 'device' as const, key: '/3/a/s1' } };
  const shared = { username: 'semaforo', role: { kind: 'shared' as const } };
  expect(meters.of(device)).toBe(meters.of({ ...device }));
  expect(meters.of(device)).not.toBe(meters.of({ ...device, username: 'd-2' }));
  expect(meters.of(shared)).not.toBe(meters.of(shared));
  expect(meters.of({ username: 'x', role: { kind: 'server' } })).toBeUndefined();
});

test('the more devices are known, the more is kept and subscribed to, and never less than a floor', () => {
  let devices = 0;
  const kept = createRetainedMessages<{ topic: string; payload: Buffer }>(() => devices);
  const filters = createFilterCounts(() => devices);
  const session = () => ({
    username: 'semaforo',
    role: { kind: 'shared' as const },
    isEnded: false,
    filters: new Set<string>(),
    kept: new Set<string>(),
  });
  const keep = (device: number) =>
    kept.store({ topic: `/3/a/s${device}/status`, payload: Buffer.from('online') });
  const count = () => [...kept.matching('#')].length;
  const floor = mostRetained(0);
  for (let device = 0; device <= floor; device += 1) keep(device);
  expect(count()).toBe(floor);
  expect(filters.add(session(), '/3/a/s1/+/set')).toBe('added');
  devices = 80_000;
  for (let device = floor; device < 2 * floor; device += 1) keep(device);
  expect(count()).toBe(2 * floor);
  expect(mostFilters(devices)).toBeGreaterThan(mostFilters(0));
});
