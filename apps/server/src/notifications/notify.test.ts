import { until } from '@semaforo/testing/until';
import { expect, test } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import type { News } from './notification.ts';
import { createNotify } from './notify.ts';

const NEWS: News = { audience: { to: 'chats' }, key: 'text:1', kind: 'text', facts: { text: 'a', path: '' } };

function setUp(failures: number, retryAfterMs: number) {
  let left = failures;
  const keys: string[] = [];
  const enqueue = ({ key }: News) => {
    if (left-- > 0) return Promise.reject(new Error('the database is away'));
    keys.push(key);
    return Promise.resolve([]);
  };
  return { keys, ...createNotify({ enqueue, retryAfterMs, logger: createTestLogger() }) };
}

test('news that the database did not take are stored once it does', async () => {
  const { notify, keys } = setUp(2, 1);
  notify(() => [NEWS]);
  await until('the news are stored', () => keys.length > 0);
  expect(keys).toEqual([NEWS.key]);
});

test('a stop tries once more, and does not wait for a database that stays away', async () => {
  const { notify, stored, keys } = setUp(Number.POSITIVE_INFINITY, 3_600_000);
  notify(() => [NEWS]);
  await stored();
  expect(keys).toEqual([]);
});
