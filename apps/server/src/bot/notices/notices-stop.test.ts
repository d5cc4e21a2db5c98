import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTestLogger } from '../../../test/test-logger.ts';
import { systemClock, systemMonotonicClock } from '../../platform/clock.ts';
import { createNotices } from './notices.ts';

const A_WHILE_MS = 20;

/** Notices to one chat, which a slow database stores. */
function slowNotices() {
  const stored: string[] = [];
  const notices = createNotices({
    findDevice: () => undefined,
    failingIds: () => [],
    findAlert: () => Promise.resolve(undefined),
    ownSignalsOf: () => [],
    alertsForCitizens: {
      signalsInExercise: () => Promise.resolve(new Set()),
      inForce: () => Promise.resolve(null),
      listEnded: () => Promise.resolve([]),
    },
    findCommand: (id) =>
      Promise.resolve({
        id,
        createdAt: 0,
        origin: 'operatore',
        value: 'rosso',
        deliveries: [{ ownerId: 1, deviceLabel: '/3/x/s1', state: 'fallito' }],
      }),
    failedCommands: { listAmong: (ids) => Promise.resolve(ids), listOwnSince: () => Promise.resolve([]) },
    findSchedule: () => Promise.resolve(undefined),
    brokerState: () => ({ connected: true, since: 0, reason: null }),
    channels: {
      list: () => Promise.resolve([]),
      save: () => Promise.resolve(),
      shownBy: () => Promise.resolve(new Map()),
      saveShown: () => Promise.resolve(),
      forgetShown: () => Promise.resolve(),
    },
    notifiedErrors: {
      listDeviceErrors: () => Promise.resolve([]),
      findOutage: () => Promise.resolve(undefined),
    },
    linkedChats: { all: () => Promise.resolve([{ chatId: '7', userId: 1, role: 'admin' as const }]) },
    outbox: {
      put: async (some) => {
        await sleep(A_WHILE_MS);
        stored.push(...some.map(({ key }) => key));
      },
    },
    isLeader: () => true,
    clock: systemClock,
    monotonicClock: systemMonotonicClock,
    logger: createTestLogger(),
  });
  return { notices, stored };
}

test('a stop waits until the notices are stored', async () => {
  const { notices, stored } = slowNotices();
  notices.deliveriesEnded([1]);
  await notices.stop();
  expect(stored).toEqual(['command:1']);
});
