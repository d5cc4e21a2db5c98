import { expect, test } from 'vitest';
import { ACT } from '../../test/acts.ts';
import { createLimiter } from '../platform/limiter.ts';
import { type CommandRequest, createAcceptCommand } from './accept-command.ts';
import type { CommandIntent, CommandsRepository } from './commands.repository.ts';

const NOW = Date.parse('2026-11-20T06:00:00Z');
const BROKEN = 13;

const request = (scheduleId: number | null): CommandRequest => ({
  author: ACT.author,
  origin: scheduleId === null ? 'operatore' : 'pianificazione',
  deviceType: 'semaforo',
  resolveTargets: () => [],
  value: 'rosso',
  deadlineMs: 1000,
  ...(scheduleId !== null && {
    schedule: { id: scheduleId, token: 1, outcome: 'eseguita' as const, reason: null },
  }),
});

/**
 * Accepts all at once on a database that refuses one schedule; resolves to what became of each and to how they were
 * stored together.
 */
async function acceptAll(scheduleIds: readonly (number | null)[]) {
  const groups: (number | null)[][] = [];
  const storeAll: CommandsRepository['storeAll'] = async (intents: readonly CommandIntent[]) => {
    await Promise.resolve();
    const ids = intents.map(({ schedule }) => schedule?.id ?? null);
    groups.push(ids);
    if (ids.includes(BROKEN)) throw new Error('refused');
    return intents.map((_, index) => ({ commandId: groups.length * 100 + index, deliveryIds: new Map() }));
  };
  const lanes: number[] = [];
  const accept = createAcceptCommand({
    repository: { storeAll },
    states: { of: () => ({ status: null }) } as never,
    lanes: { accept: ({ id }: { id: number }) => lanes.push(id) } as never,
    commandTopic: '{key}/{channel}/set',
    mutex: createLimiter(1),
    clock: { now: () => NOW },
  });
  const accepted = await Promise.allSettled(scheduleIds.map((id) => accept(request(id))));
  return { groups, lanes, fates: accepted.map(({ status }) => status) };
}

test('schedules that wait are stored together in their order, a command by click is stored alone', async () => {
  const { groups, lanes, fates } = await acceptAll([1, 2, 3, null, null, 4]);
  expect(groups).toEqual([[1], [2, 3], [null], [null], [4]]);
  expect(lanes).toEqual([100, 200, 201, 300, 400, 500]);
  expect(new Set(fates)).toEqual(new Set(['fulfilled']));
});

test('a schedule that cannot be stored does not stop the others', async () => {
  const { groups, fates } = await acceptAll([1, 2, BROKEN, 3]);
  expect(groups).toEqual([[1], [2, BROKEN, 3], [2], [BROKEN], [3]]);
  expect(fates).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
});

test('the targets of a command are resolved after the commands accepted before it are stored', async () => {
  const steps: string[] = [];
  const accept = createAcceptCommand({
    repository: {
      storeAll: async (intents) => {
        await Promise.resolve();
        steps.push('stored');
        return intents.map((_, index) => ({ commandId: index, deliveryIds: new Map() }));
      },
    },
    states: { of: () => ({ status: null }) } as never,
    lanes: { accept: () => undefined } as never,
    commandTopic: '{key}/{channel}/set',
    mutex: createLimiter(1),
    clock: { now: () => NOW },
  });
  const resolveTargets = () => {
    steps.push('found');
    return Promise.resolve([]);
  };
  await Promise.all([accept(request(null)), accept({ ...request(1), resolveTargets })]);
  expect(steps).toEqual(['stored', 'found', 'stored']);
});
