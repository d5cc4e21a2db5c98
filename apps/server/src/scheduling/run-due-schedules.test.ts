import { user } from '@semaforo/testing/factories';
import { expect, test } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import type { AcceptCommand } from '../commands/accept-command.ts';
import type { KnownDevice } from '../devices/known-device.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import { COMMAND_TOO_OLD, Refusal } from '../platform/refusal.ts';
import type { ClaimedSchedule } from './claim-due-schedules.ts';
import { createRunDueSchedules } from './run-due-schedules.ts';
import { IN_ORDER_WITHIN_MS } from './run-schedule.ts';
import type { ScheduleEvent } from './schedule-events.ts';

const NOW = Date.parse('2026-11-20T06:00:00Z');

const claim = (id: number): ClaimedSchedule => ({
  id,
  color: 'rosso',
  deviceType: 'semaforo',
  executeAt: NOW,
  createdAt: NOW,
  executed: false,
  outcome: null,
  outcomeReason: null,
  username: 'valdombra',
  author: user(),
  commandId: null,
  whom: { kind: 'tutti', groupId: null, group: null },
  endedFor: null,
  alert: null,
  plan: null,
  token: 1,
  isOutdone: false,
});

/** Runs claims, on time or late, each accepted as told; resolves to what became of them. */
async function runClaims(
  ids: number[],
  acceptCommand: AcceptCommand,
  {
    targetsOf = () => Promise.resolve([]),
    lateMs = 0,
    lateWithinMs = 60_000,
  }: {
    targetsOf?: Parameters<typeof createRunDueSchedules>[0]['targetsOf'];
    lateMs?: number;
    lateWithinMs?: number;
  } = {},
) {
  const logger = createTestLogger();
  const ended: number[] = [];
  const released: [number, number][] = [];
  const untils: (number | undefined)[] = [];
  const repository: Parameters<typeof createRunDueSchedules>[0]['repository'] = {
    isAnyDue: () => Promise.resolve(true),
    takeTurn: (work) => work(),
    claimDue: ({ order }) =>
      Promise.resolve(
        (order === 'earliest-first') === lateMs <= IN_ORDER_WITHIN_MS ? ids.splice(0).map(claim) : [],
      ),
    end: ({ id }) => Promise.resolve(ended.push(id) > 0),
    release: ({ id }, retryAt) => Promise.resolve(void released.push([id, retryAt])),
    devicesCommandedSince: (_schedule, { until }) => {
      untils.push(until);
      return Promise.resolve(new Set());
    },
  };
  const runDue = createRunDueSchedules({
    repository,
    targetsOf,
    actOfAlert: () => Promise.resolve(REFUSED),
    keepHigher: (_schedule, _author, targets) => Promise.resolve(targets),
    acceptCommand,
    events: createEventChannel<ScheduleEvent>({ name: 'schedules', logger }),
    lateWithinMs,
    restoredStart: () => undefined,
    clock: { now: () => NOW + lateMs },
    logger,
  });
  await runDue();
  return { ended, released, untils, log: logger.entries };
}

const DEVICE = { id: 1, topic: '/3/val/s1' } as KnownDevice;
const REFUSED = new Refusal('unavailable', { code: 'none', message: 'Nessuno' });

test('a schedule that cannot be run does not stop the others and is tried again a second later', async () => {
  const { ended, released, log } = await runClaims([1, 2, 3], ({ schedule }) =>
    schedule?.id === 2 ? Promise.reject(new Error('disk full')) : Promise.resolve(REFUSED),
  );
  expect(ended).toEqual([1, 3]);
  expect(released).toEqual([[2, NOW + 1000]]);
  expect(log).toHaveLength(1);
});

test('a schedule whose turn was held up for longer than it may be sent is not missed: it is tried again', async () => {
  const { ended, released } = await runClaims([1, 2], () => Promise.resolve(COMMAND_TOO_OLD));
  expect(ended).toEqual([]);
  expect(released).toEqual([
    [1, NOW + 1000],
    [2, NOW + 1000],
  ]);
});

test('many schedules of the same instant let the process handle other events between them', async () => {
  let turns = 0;
  const seen: number[] = [];
  await runClaims(
    Array.from({ length: 300 }, (_, index) => index + 1),
    () => {
      seen.push(turns);
      setImmediate(() => (turns += 1));
      return Promise.resolve(REFUSED);
    },
  );
  expect(new Set(seen).size).toBeGreaterThan(3);
});

test('a schedule commands the devices that exist when its command is accepted', async () => {
  let device = { topic: '/3/val/s1' };
  const commanded: unknown[] = [];
  await runClaims(
    [1],
    async ({ resolveTargets }) => {
      device = { topic: '/3/val/s2' };
      commanded.push(await resolveTargets());
      return REFUSED;
    },
    { targetsOf: () => Promise.resolve([{ device: device as KnownDevice, value: 'rosso' }]) },
  );
  expect(commanded).toEqual([[{ device: { topic: '/3/val/s2' }, value: 'rosso' }]]);
});

test('a command accepted while the clock was ahead supersedes late schedules, not those on time', async () => {
  const resolve: AcceptCommand = async ({ resolveTargets }) => {
    await resolveTargets();
    return REFUSED;
  };
  const targetsOf = () => Promise.resolve([{ device: DEVICE, value: 'rosso' as const }]);
  expect((await runClaims([1], resolve, { targetsOf })).untils).toEqual([NOW]);
  expect((await runClaims([1], resolve, { targetsOf, lateMs: 5000 })).untils).toEqual([undefined]);
});

test.each([
  [900, [1]],
  [1100, []],
  [2000, []],
])('where none may be late, a schedule that is %i ms late runs: %j', async (lateMs, expected) => {
  const accepted: number[] = [];
  const { ended } = await runClaims(
    [1],
    ({ schedule }) => {
      accepted.push(schedule?.id ?? 0);
      return Promise.resolve(REFUSED);
    },
    { lateMs, lateWithinMs: 0 },
  );
  expect(accepted).toEqual(expected);
  expect(ended).toEqual([1]);
});
