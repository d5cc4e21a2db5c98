import { expect, test } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import { Refusal } from '../platform/refusal.ts';
import { createRunDueSchedules } from './run-due-schedules.ts';
import type { ScheduleEvent } from './schedule-events.ts';
import type { ClaimedSchedule, SchedulesRepository } from './schedules.repository.ts';

const NOW = Date.parse('2026-11-20T06:00:00Z');

const claim = (id: number): ClaimedSchedule => ({
  id,
  color: 'rosso',
  deviceType: 'semaforo',
  executeAt: NOW,
  executed: false,
  outcome: null,
  outcomeReason: null,
  username: 'valdombra',
  author: { id: 1, username: 'valdombra', role: 'user' },
  commandId: null,
  token: 1,
});

test('one schedule that cannot be run holds back no other, and is tried again a second later', async () => {
  const logger = createTestLogger();
  const ended: number[] = [];
  const released: [number, number][] = [];
  const repository: Pick<SchedulesRepository, 'claimDue' | 'end' | 'release' | 'devicesCommandedSince'> = {
    claimDue: ({ order }) => Promise.resolve(order === 'earliest-first' ? [1, 2, 3].map(claim) : []),
    end: ({ id }) => Promise.resolve(void ended.push(id)),
    release: ({ id }, retryAt) => Promise.resolve(void released.push([id, retryAt])),
    devicesCommandedSince: () => Promise.resolve(new Set()),
  };
  const runDue = createRunDueSchedules({
    repository,
    targetsOf: () => [],
    acceptCommand: ({ schedule }) =>
      schedule?.id === 2
        ? Promise.reject(new Error('disk full'))
        : Promise.resolve(new Refusal('unavailable', { code: 'none', message: 'Nessuno' })),
    events: createEventChannel<ScheduleEvent>({ name: 'schedules', logger }),
    lateWithinMs: 0,
    clock: { now: () => NOW },
    logger,
  });
  await runDue();
  expect(ended).toEqual([1, 3]);
  expect(released).toEqual([[2, NOW + 1000]]);
  expect(logger.entries).toHaveLength(1);
});
