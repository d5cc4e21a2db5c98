import { expect, test } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { createLiveFeed } from './live-feed.ts';

test('what was heard before the broker was lost is sent before the pages are told of that', async () => {
  const events: string[] = [];
  const live = {
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
