import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { createTestLogger } from '../../../test/test-logger.ts';
import type { OpenDatabase } from '../../database/engine.ts';
import { createLease } from '../../database/lease.ts';
import { systemClock } from '../../platform/clock.ts';
import { createPolling } from './poll-updates.ts';
import { type Telegram, TelegramFailure } from './telegram.port.ts';

const LONG_MS = 60_000;
const UPDATE = {
  id: 1,
  kind: 'message',
  chat: { id: '42', kind: 'private', title: 'Anna' },
  text: '/aiuto',
} as const;

let database: OpenDatabase;
let polling: ReturnType<typeof createPolling>;

beforeEach(async () => {
  database = await createTestDatabase('sqlite');
});
afterEach(async () => {
  await polling.stop();
  await database.close();
});

const TIMING = { waitS: 1, leaseMs: LONG_MS, followMs: LONG_MS, retry: { minMs: LONG_MS, maxMs: LONG_MS } };

function createServerPolling(getUpdates: Telegram['getUpdates'], logger = createTestLogger()) {
  return createPolling({
    telegram: {
      getMe: () => Promise.resolve({ id: 8, username: 'semaforo_prova_bot' }),
      getUpdates,
      sendMessage: () => Promise.resolve('sent'),
    },
    lease: createLease(database.db, 'telegram', 'this'),
    clock: systemClock,
    logger,
    timing: TIMING,
  });
}

test('a server whose turn ends with an unexpected error releases the lease at once', async () => {
  const logger = createTestLogger();
  polling = createServerPolling(() => Promise.resolve([UPDATE]), logger);
  polling.start(() => Promise.reject(new Error('the update could not be claimed')));
  await until('the turn has ended', () => logger.entries.includes('telegram bot not running'));
  const other = createLease(database.db, 'telegram', 'other');
  await until('the other holds the lease', () => {
    const now = Date.now();
    return other.hold({ now, until: now + LONG_MS, working: false });
  });
});

test('a stop ends a poll that would wait for ever', async () => {
  let polls = 0;
  polling = createServerPolling((_poll, signal) => {
    polls += 1;
    return new Promise((resolve) => {
      const aborted = new TelegramFailure('unknown', { description: 'aborted' });
      signal.addEventListener('abort', () => resolve(aborted));
    });
  });
  polling.start(() => Promise.resolve());
  await until('a poll runs', () => polls === 1);
  await polling.stop();
  expect(polls).toBe(1);
});
