import { expect, test } from 'vitest';
import { kindsOf } from './fault-plan.ts';
import { planRound, type Step } from './round-plan.ts';
import { SETUPS } from './setups.ts';

const plan = (round: number, setup: (typeof SETUPS)[number] = 'postgres') =>
  planRound({ seed: 7, round, setup, durationMs: 15_000 });

const faultsOf = (steps: readonly Step[]) =>
  steps.flatMap((step) => (step.kind === 'fault' ? [{ atMs: step.atMs, ...step.fault }] : []));

test('the choices of a round depend on nothing but seed, round and setup', () => {
  expect(plan(3)).toEqual(plan(3));
  expect(plan(3)).not.toEqual(plan(4));
});

test('operations and devices do the same in every setup', () => {
  const withoutFaults = (setup: (typeof SETUPS)[number]) =>
    plan(1, setup).steps.filter(({ kind }) => kind !== 'fault');
  expect(withoutFaults('embedded')).toEqual(withoutFaults('postgres'));
});

test('one fault is mended before the next one comes', () => {
  for (let round = 1; round <= 50; round += 1) {
    const faults = faultsOf(plan(round).steps);
    expect(faults.length).toBeGreaterThan(0);
    for (const [index, { atMs, lastsMs }] of faults.entries()) {
      expect(atMs + lastsMs).toBeLessThanOrEqual(faults[index + 1]?.atMs ?? 15_000);
    }
  }
});

test.each(SETUPS)('every kind of fault and of operation comes in some round of %s', (setup) => {
  const rounds = Array.from({ length: 300 }, (_, round) => plan(round, setup).steps);
  const met = new Set(rounds.flatMap(faultsOf).map(({ of, trouble }) => `${of} ${trouble}`));
  expect(met).toEqual(new Set(kindsOf(setup).map(({ of, trouble }) => `${of} ${trouble}`)));
  const acts = rounds.flatMap((steps) =>
    steps.flatMap((step) => (step.kind === 'operation' ? [step.operation.act.name] : [])),
  );
  expect(new Set(acts)).toEqual(new Set(['command', 'toggle', 'schedule', 'restore', 'retry', 'accept']));
});
