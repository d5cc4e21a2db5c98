import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createExpiringMap } from './expiring-map.ts';

let expired: string[];
const createMap = () =>
  createExpiringMap<string, number>({ afterMs: 1000, expired: (key) => expired.push(key) });

beforeEach(() => {
  vi.useFakeTimers();
  expired = [];
});
afterEach(() => {
  vi.useRealTimers();
});

test('an entry is there until it expires', async () => {
  const map = createMap();
  map.set('device', 7);
  await vi.advanceTimersByTimeAsync(999);
  expect([map.get('device'), map.has('device'), map.size()]).toEqual([7, true, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect([map.get('device'), map.has('device'), map.size()]).toEqual([undefined, false, 0]);
  expect(expired).toEqual(['device']);
});

test('an entry that is set again, though with the same value, expires once, after its second time', async () => {
  const map = createMap();
  map.set('again', 7);
  map.set('deleted between', 7);
  await vi.advanceTimersByTimeAsync(600);
  map.set('again', 7);
  map.delete('deleted between');
  map.set('deleted between', 7);
  await vi.advanceTimersByTimeAsync(600);
  expect(expired).toEqual([]);
  await vi.advanceTimersByTimeAsync(400);
  expect(expired).toEqual(['again', 'deleted between']);
});

test('what is deleted does not expire, and after a stop nothing does', async () => {
  const map = createMap();
  map.set('deleted', 1);
  map.set('stopped', 2);
  expect([map.delete('deleted'), map.delete('deleted')]).toEqual([true, false]);
  map.stop();
  await vi.advanceTimersByTimeAsync(2000);
  expect(expired).toEqual([]);
  expect(map.size()).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});
