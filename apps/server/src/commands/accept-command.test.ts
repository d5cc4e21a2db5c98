import pLimit from 'p-limit';
import { describe, expect, test } from 'vitest';
import { ACT } from '../../test/acts.ts';
import { createAcceptCommand } from './accept-command.ts';
import type { CommandRequest } from './command-request.ts';
import type { CommandsRepository } from './commands.repository.ts';
import type { CommandIntent } from './store-intents.ts';

const NOW = Date.parse('2026-11-20T06:00:00Z');
const BROKEN = 13;

const request = (scheduleId: number | null): CommandRequest => ({
  author: ACT.author,
  origin: scheduleId === null ? 'operatore' : 'pianificazione',
  deviceType: 'semaforo',
  resolveTargets: () => [],
  value: 'rosso',
  deadlineAt: NOW + 1000,
  ...(scheduleId !== null && {
    schedule: { id: scheduleId, token: 1 },
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
    if (ids.includes(BROKEN)) throw Object.assign(new Error('refused'), { code: 'SQLITE_FULL' });
    return intents.map((_, index) => ({ commandId: groups.length * 100 + index, deliveryIds: new Map() }));
  };
  const lanes: number[] = [];
  const accept = createAcceptCommand({
    repository: { storeAll },
    states: { confirmedOf: () => null } as never,
    lanes: { accept: ({ id }: { id: number }) => lanes.push(id) } as never,
    rate: { estimateMs: () => 0 },
    commandTopic: '{key}/{channel}/set',
    mutex: pLimit(1),
    clock: { now: () => NOW },
  });
  const accepted = await Promise.allSettled(scheduleIds.map((id) => accept(request(id))));
  return { groups, lanes, fates: accepted.map(({ status }) => status) };
}

test('schedules that wait are stored together in their order, and so are clicks', async () => {
  const { groups, lanes, fates } = await acceptAll([1, 2, 3, null, null, 4]);
  expect(groups).toEqual([[1, 2, 3], [null, null], [4]]);
  expect(lanes).toEqual([100, 101, 102, 200, 201, 300]);
  expect(new Set(fates)).toEqual(new Set(['fulfilled']));
});

test('a schedule that cannot be stored does not stop the others', async () => {
  const { groups, fates } = await acceptAll([1, 2, BROKEN, 3]);
  expect(groups).toEqual([[1, 2, BROKEN, 3], [1], [2], [BROKEN], [3]]);
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
    states: { confirmedOf: () => null } as never,
    lanes: { accept: () => undefined } as never,
    rate: { estimateMs: () => 0 },
    commandTopic: '{key}/{channel}/set',
    mutex: pLimit(1),
    clock: { now: () => NOW },
  });
  const resolveTargets = () => {
    steps.push('found');
    return Promise.resolve([]);
  };
  await Promise.all([accept(request(null)), accept({ ...request(1), resolveTargets })]);
  expect(steps).toEqual(['stored', 'found', 'stored']);
});

describe('when the answer to a commit is lost', () => {
  const CONNECTION_LOST = new Error('Connection terminated unexpectedly');

  /** Accepts one command on a database that loses that many answers, with or without having stored the command. */
  async function accept(
    storing: 'stored' | 'not stored',
    lostAnswers: number,
    failures = Array<Error>(lostAnswers).fill(CONNECTION_LOST),
  ) {
    let answers = 0;
    let now = NOW;
    const stored = new Map<string, number>();
    const lanes: number[] = [];
    const acceptCommand = createAcceptCommand({
      repository: {
        storeAll: async (intents) => {
          await Promise.resolve();
          answers += 1;
          const failure = failures[answers - 1];
          now += failure ? 300 : 0;
          if (!failure || storing === 'stored') {
            for (const { key } of intents) stored.set(key, stored.get(key) ?? stored.size + 1);
          }
          if (failure) throw failure;
          return intents.map(({ key }) => ({ commandId: stored.get(key) ?? 0, deliveryIds: new Map() }));
        },
      },
      states: { confirmedOf: () => null } as never,
      lanes: { accept: ({ id }: { id: number }) => lanes.push(id) } as never,
      rate: { estimateMs: () => 0 },
      commandTopic: '{key}/{channel}/set',
      mutex: pLimit(1),
      clock: { now: () => now },
    });
    const [fate] = await Promise.allSettled([acceptCommand(request(null))]);
    return { fate, stored: stored.size, lanes };
  }

  test.each(['stored', 'not stored'] as const)(
    'and it was %s, it is stored once and sent once',
    async (how) => {
      expect(await accept(how, 2)).toMatchObject({ fate: { status: 'fulfilled' }, stored: 1, lanes: [1] });
    },
  );

  test.each(['40P01', '55P03', '53100'])(
    'a later try that fails with %s leaves it in doubt: it is asked again, and sent once',
    async (code) => {
      const failed = Object.assign(new Error('failed'), { code });
      expect(await accept('stored', 2, [CONNECTION_LOST, failed])).toMatchObject({
        fate: { status: 'fulfilled' },
        stored: 1,
        lanes: [1],
      });
    },
  );

  test('for longer than a press counts, it is not sent, and whoever asked is told that it failed', async () => {
    expect(await accept('stored', 99)).toEqual({
      fate: { status: 'rejected', reason: CONNECTION_LOST },
      stored: 1,
      lanes: [],
    });
  });
});

test('what could not be stored by its deadline is not tried again, alone or after its group', async () => {
  const HANGS = new Error('timeout exceeded when trying to connect');
  let now = NOW;
  let attempts = 0;
  const accept = createAcceptCommand({
    repository: {
      storeAll: () => {
        attempts += 1;
        now += 600;
        return Promise.reject(HANGS);
      },
    },
    states: {} as never,
    lanes: {} as never,
    rate: { estimateMs: () => 0 },
    commandTopic: '{key}/{channel}/set',
    mutex: pLimit(1),
    clock: { now: () => now },
  });
  const acceptUntil = (ms: number, id: number) => accept({ ...request(id), deadlineAt: NOW + ms });
  const fates = await Promise.allSettled([
    acceptUntil(500, 1),
    ...[2, 3, 4].map((id) => acceptUntil(1000, id)),
  ]);
  expect(attempts).toBe(2);
  expect(fates).toEqual(Array(4).fill({ status: 'rejected', reason: HANGS }));
});

test.each([
  ['a press that another transaction is in the way of is tried again', null, 'fulfilled', 2],
  ['a schedule is given back at once, so that the others are not held up', 1, 'rejected', 1],
] as const)('%s', async (_name, scheduleId, status, attempts) => {
  let tried = 0;
  const accept = createAcceptCommand({
    repository: {
      storeAll: (intents) => {
        tried += 1;
        if (tried === 1) return Promise.reject(Object.assign(new Error('locked'), { code: '55P03' }));
        return Promise.resolve(intents.map(() => ({ commandId: 1, deliveryIds: new Map() })));
      },
    },
    states: {} as never,
    lanes: { accept: () => undefined } as never,
    rate: { estimateMs: () => 0 },
    commandTopic: '{key}/{channel}/set',
    mutex: pLimit(1),
    clock: { now: () => NOW },
  });
  const [fate] = await Promise.allSettled([accept(request(scheduleId))]);
  expect([fate.status, tried]).toEqual([status, attempts]);
});

test('a schedule whose time to be sent ran out while it was stored is not to be committed, a press is', async () => {
  let now = NOW;
  const mayCommit: unknown[] = [];
  const accept = createAcceptCommand({
    repository: {
      storeAll: (intents, options) => {
        now += 1000;
        mayCommit.push(options?.isInTime?.());
        return Promise.resolve(intents.map(() => ({ commandId: 1, deliveryIds: new Map() })));
      },
    },
    states: {} as never,
    lanes: { accept: () => undefined } as never,
    rate: { estimateMs: () => 0 },
    commandTopic: '{key}/{channel}/set',
    mutex: pLimit(1),
    clock: { now: () => now },
  });
  await accept(request(1));
  await accept({ ...request(null), deadlineAt: now + 1000 });
  expect(mayCommit).toEqual([false, true]);
});

test('a press that grew too old while it waited for its turn is refused and not stored', async () => {
  let now = NOW;
  const accept = createAcceptCommand({
    repository: { storeAll: () => Promise.reject(new Error('must not be stored')) },
    states: {} as never,
    lanes: {} as never,
    rate: { estimateMs: () => 0 },
    commandTopic: '{key}/{channel}/set',
    mutex: pLimit(1),
    clock: { now: () => now },
  });
  const resolveTargets = () => {
    now += 1000;
    return [];
  };
  expect(await accept({ ...request(null), resolveTargets })).toMatchObject({ code: 'command-too-old' });
});
