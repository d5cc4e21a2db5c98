import { afterEach, beforeEach, test } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { createTestLogger } from '../../../test/test-logger.ts';
import { until } from '../../../test/until.ts';
import type { OpenDatabase } from '../../database/engine.ts';
import { systemClock } from '../../platform/clock.ts';
import { createBotLease } from '../bot-lease.repository.ts';
import { createPolling } from './poll-updates.ts';

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

test('a server whose turn ends with a surprise lets another take over at once', async () => {
  const logger = createTestLogger();
  polling = createPolling({
    telegram: {
      getMe: () => Promise.resolve({ id: 8, username: 'semaforo_prova_bot' }),
      getUpdates: () => Promise.resolve([UPDATE]),
      sendMessage: () => Promise.resolve('sent'),
    },
    lease: createBotLease(database.db, 'telegram', 'this'),
    clock: systemClock,
    logger,
    timing: { waitS: 1, leaseMs: LONG_MS, followMs: LONG_MS, retry: { minMs: LONG_MS, maxMs: LONG_MS } },
  });
  polling.start({
    handleUpdate: () => Promise.reject(new Error('the update could not be claimed')),
    onWorking: () => undefined,
  });
  await until('the turn has ended', () => logger.entries.includes('telegram bot not running'));
  const other = createBotLease(database.db, 'telegram', 'other');
  await until('the other holds the lease', () => {
    const now = Date.now();
    return other.hold({ now, until: now + LONG_MS, working: false });
  });
});
