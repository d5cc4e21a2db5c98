import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { systemClock, systemStopwatch } from '../platform/clock.ts';
import { createNotices } from './notices.ts';

const A_WHILE_MS = 20;

/** Notices to one chat; each takes the database a while. */
function slowNotices() {
  const stored: string[] = [];
  const notices = createNotices({
    findDevice: () => undefined,
    failingIds: () => [],
    ownSignalsOf: () => [],
    findSchedule: () => Promise.resolve(undefined),
    brokerState: () => ({ connected: true, since: 0, reason: null }),
    channels: { list: () => Promise.resolve([]), save: () => Promise.resolve() },
    told: { listErrors: () => Promise.resolve([]), outage: () => Promise.resolve(undefined) },
    linkedChats: { all: () => Promise.resolve([{ chatId: '7', userId: 1, role: 'admin' as const }]) },
    outbox: {
      put: async (some) => {
        await sleep(A_WHILE_MS);
        stored.push(...some.map(({ key }) => key));
      },
    },
    isLeader: () => true,
    clock: systemClock,
    stopwatch: systemStopwatch,
    logger: createTestLogger(),
  });
  const endCommand = (id: number) => {
    const device = { ownerId: 1, name: null, topic: '/3/x/s1' };
    const deliveries = (['confermato', 'fallito'] as const).map((state) => ({ device, state }));
    notices.commandMoved({ id, createdAt: 0, value: 'rosso', underWay: 0, deliveries });
  };
  return { notices, stored, endCommand };
}

test('a stop waits until what was to be told is stored', async () => {
  const { notices, stored, endCommand } = slowNotices();
  endCommand(1);
  await notices.stop();
  expect(stored).toEqual(['command:1']);
});
