import { expect, test } from 'vitest';
import { createGauges } from './gauges.ts';
import type { Gauge } from './known-gauge.ts';

const GAUGE = { id: 1, type: 'misuratore', profile: 'outN', topic: '/3/val/acqua', ownerId: 7 } as Gauge;

function createStage() {
  const happened: string[] = [];
  const gauges = createGauges({
    listGauges: () => [GAUGE],
    find: (id) => (id === GAUGE.id ? GAUGE : undefined),
    acts: () => true,
    log: {
      changed: () => undefined,
      happened: (_id, events) => happened.push(...events.map(({ kind }) => kind)),
      forget: () => undefined,
    },
    linkElapsed: () => 0,
    changed: () => undefined,
    clock: { now: () => 1000 },
    monotonicClock: { elapsedMs: () => 1000 },
  });
  return { gauges, happened };
}

test('what a person told another server is taken in once, and what is older not at all', () => {
  const { gauges, happened } = createStage();
  const none = { deviceId: 1, settings: null, kept: null };
  const person = { saw: true, by: 'anna', at: 500 };
  gauges.merge([{ ...none, person }]);
  gauges.merge([{ ...none, person }]);
  gauges.merge([{ ...none, person: { saw: false, by: 'bruno', at: 400 } }]);
  expect(gauges.of(1).state.person).toEqual(person);
  expect(happened).toEqual(['person']);
});

test('what a person says here makes another version of what was set, so that no older reading is merged', () => {
  const { gauges } = createStage();
  const before = gauges.version();
  gauges.seen(GAUGE, { saw: true, by: 'anna', at: 500 });
  expect(gauges.version()).not.toBe(before);
});
