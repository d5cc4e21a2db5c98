import { afterEach, expect, test, vi } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { createLiveFeed } from './live-feed.ts';

afterEach(() => vi.useRealTimers());

test('what was heard before the broker was lost is sent before the pages are told of that', async () => {
  const events: string[] = [];
  const live = {
    pages: () => 1,
    isWatching: (viewer: number | null) => viewer === 1,
    messages: (viewer: number | null) => void (viewer === 1 && events.push('message')),
    emit: (viewer: number | null, event: string) => void (viewer === 1 && events.push(event)),
    emitToAll: (event: string) => void events.push(event),
  };
  const feed = createLiveFeed({ live: live as never, logger: createTestLogger() });
  feed.message(1, { topic: '/3/comune/s1/out4', message: '0' });
  feed.brokerStatus({} as never);
  await feed.stop();
  expect(events).toEqual(['message', 'broker_status']);
});

test('of a device that nobody watches nothing is made or sent, whatever changes', async () => {
  const made: number[] = [];
  const emitted: unknown[] = [];
  const live = {
    pages: () => 1,
    isWatching: (viewer: number | null) => viewer === 2,
    messages: (viewer: number | null) => void emitted.push(viewer),
    emit: (viewer: number | null) => void emitted.push(viewer),
  };
  const feed = createLiveFeed({ live: live as never, logger: createTestLogger() });
  for (const owner of [1, 2]) {
    feed.message(owner, { topic: '/3/comune/s1/out4', message: '0' });
    feed.deviceChanged(owner, owner, () => ({ made: made.push(owner) }) as never);
  }
  await feed.stop();
  expect(made).toEqual([2]);
  expect(emitted).not.toContain(1);
});

test.each([
  [1, 20],
  [35, 35],
  [1000, 50],
])('with %i open pages what happens is gathered for %i ms', async (pages, gatheredMs) => {
  vi.useFakeTimers();
  const messages = vi.fn();
  const live = { pages: () => pages, isWatching: () => true, messages };
  const feed = createLiveFeed({ live: live as never, logger: createTestLogger() });
  feed.message(null, { topic: '/3/comune/s1/out4', message: '0' });
  await vi.advanceTimersByTimeAsync(gatheredMs - 1);
  expect(messages).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(messages).toHaveBeenCalled();
});
