import { expect, test } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { createDatabaseOutage, type Outage, type StoredOutage } from './database-outage.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** Two people on duty; `state.refuses`: whom nothing reaches. */
function prepare(alarm?: StoredOutage, repeatMs = 0) {
  const state = { now: 0, answers: true, leads: true, refuses: new Set<string>() };
  const told: string[] = [];
  const stored: Outage[] = [];
  const reachable = (name: string) => ({
    name,
    ways: [
      {
        name: 'email' as const,
        send: ({ key }: { key: string }) => {
          if (state.refuses.has(name)) return Promise.reject(new Error('nobody there'));
          return Promise.resolve(void told.push(`${name} ${key}`));
        },
      },
    ],
  });
  const outage = createDatabaseOutage({
    answers: () => Promise.resolve(state.answers),
    leads: () => Promise.resolve(state.leads),
    remember: () => Promise.resolve({ people: [reachable('uno'), reachable('due')], alarm }),
    store: (happened) => Promise.resolve(void stored.push(happened)),
    textOf: () => 'La base di dati non va',
    ...{ raiseAfterMs: MINUTE_MS, escalateMs: 10 * MINUTE_MS, repeatMs },
    clock: { now: () => state.now },
    logger: createTestLogger(),
  });
  const look = (afterMs: number) => {
    state.now += afterMs;
    return outage.check();
  };
  return { state, told, stored, outage, look };
}

test('people are told one after the other while it is away, and it is stored once it is back', async () => {
  const { state, told, stored, outage, look } = prepare();
  await look(0);
  state.answers = false;
  await look(0);
  await look(59 * SECOND_MS);
  expect(told).toEqual([]);
  await look(SECOND_MS);
  await look(9 * MINUTE_MS);
  expect(told).toEqual(['uno outage:0:0']);
  await look(MINUTE_MS);
  await look(60 * MINUTE_MS);
  expect(told).toEqual(['uno outage:0:0', 'due outage:0:1']);
  expect(outage.isOpen()).toBe(true);
  state.answers = true;
  await look(0);
  expect(stored).toEqual([
    {
      ...{ since: 0, told: 2, nextNotificationAt: null },
      tellings: [
        { at: MINUTE_MS, name: 'uno', ways: ['e-mail'] },
        { at: 11 * MINUTE_MS, name: 'due', ways: ['e-mail'] },
      ],
    },
  ]);
  expect(outage.isOpen()).toBe(false);
});

test('what is not taken is tried again; what comes back before a minute is nothing', async () => {
  const { state, told, stored, look } = prepare();
  await look(0);
  state.answers = false;
  await look(0);
  state.answers = true;
  await look(50 * SECOND_MS);
  state.answers = false;
  await look(0);
  state.refuses.add('uno');
  await look(MINUTE_MS);
  state.refuses.clear();
  await look(5 * SECOND_MS);
  expect(told).toEqual([]);
  await look(10 * SECOND_MS);
  expect(told).toEqual([`uno outage:${50 * SECOND_MS}:0`]);
  state.answers = true;
  await look(0);
  // Nobody else is told of what is over, unless it comes back.
  expect(stored).toMatchObject([{ told: 1, nextNotificationAt: state.now + 10 * MINUTE_MS }]);
});

test('an alarm that was open goes on from where it was; one in charge is somebody’s; of others nobody is told', async () => {
  const open = prepare({ id: 7, state: 'aperto', told: 1, next_tell_at: 0 });
  const taken = prepare({ id: 7, state: 'preso in carico', told: 1, next_tell_at: null });
  const others = prepare();
  others.state.leads = false;
  for (const { state, look } of [open, taken, others]) {
    await look(0);
    state.answers = false;
    await look(0);
    await look(2 * MINUTE_MS);
  }
  expect(open.told).toEqual(['due outage:0:1']);
  expect(taken.told).toEqual([]);
  expect(taken.outage.isOpen()).toBe(true);
  expect(others.told).toEqual([]);
});

test('the list begins again while no one can take it in charge', async () => {
  const { state, told, look } = prepare(undefined, 30 * MINUTE_MS);
  await look(0);
  state.answers = false;
  await look(0);
  for (const afterMs of [MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, 10 * MINUTE_MS]) await look(afterMs);
  expect(told.map((one) => one.split(' ')[0])).toEqual(['uno', 'due', 'uno', 'due']);
});
