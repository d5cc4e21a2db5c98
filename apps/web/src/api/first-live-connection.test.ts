import { afterEach, expect, test, vi } from 'vitest';
import { firstLiveConnection, noteLiveConnecting } from './first-live-connection.ts';

afterEach(() => vi.useRealTimers());

test('without a connecting socket a reading does not wait', async () => {
  await expect(firstLiveConnection()).resolves.toBeUndefined();
});

test('a reading waits until the socket is open or has failed', async () => {
  const concluded = noteLiveConnecting();
  const read = vi.fn();
  const reading = firstLiveConnection().then(read);
  await Promise.resolve();
  expect(read).not.toHaveBeenCalled();
  concluded();
  await reading;
  expect(read).toHaveBeenCalledOnce();
});

test('a reading does not wait long for a socket that never answers', async () => {
  vi.useFakeTimers();
  noteLiveConnecting();
  const reading = firstLiveConnection();
  await vi.runAllTimersAsync();
  await expect(reading).resolves.toBeUndefined();
});
