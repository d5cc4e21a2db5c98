import { afterEach, expect, test, vi } from 'vitest';
import { firstLiveConnection, noteLiveConnecting } from './first-live-connection.ts';

afterEach(() => vi.useRealTimers());

test('without a socket under way nobody waits', async () => {
  await expect(firstLiveConnection()).resolves.toBeUndefined();
});

test('who reads waits until the socket stands or has failed', async () => {
  const concluded = noteLiveConnecting();
  const read = vi.fn();
  const reading = firstLiveConnection().then(read);
  await Promise.resolve();
  expect(read).not.toHaveBeenCalled();
  concluded();
  await reading;
  expect(read).toHaveBeenCalledOnce();
});

test('a socket that gives no sign is not waited for', async () => {
  vi.useFakeTimers();
  noteLiveConnecting();
  const reading = firstLiveConnection();
  await vi.runAllTimersAsync();
  await expect(reading).resolves.toBeUndefined();
});
