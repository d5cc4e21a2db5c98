import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ALARM_ACTS,
  ALARM_STATES,
  type AlarmState,
  afterAct,
  afterCheck,
  CALM,
  CLOSED_AFTER_MS,
  damp,
} from './alarm-rules.ts';

const MINUTE_MS = 60_000;
const WAITS = { raiseAfterMs: MINUTE_MS, clearAfterMs: 5 * MINUTE_MS };

describe('the life of an alarm', () => {
  test('a person takes an open one in charge, gives it back or resolves it, and closes a resolved one', () => {
    const allowed = ALARM_STATES.flatMap((state) =>
      ALARM_ACTS.flatMap((act) => {
        const next = afterAct(state, act);
        return next === undefined ? [] : [`${state} ${act} ${next}`];
      }),
    );
    expect(allowed).toEqual([
      'aperto prendi preso in carico',
      'preso in carico restituisci aperto',
      'preso in carico risolvi risolto',
      'risolto chiudi chiuso',
    ]);
  });

  const check = (state: AlarmState, seen: Partial<Parameters<typeof afterCheck>[1]>) =>
    afterCheck(state, { holds: true, stateForMs: 0, heldUntilOver: false, ...seen });

  test('what ends is resolved, and closed a day later; what comes back is open again', () => {
    expect(check('aperto', { holds: false })).toBe('risolto');
    expect(check('preso in carico', { holds: false })).toBe('risolto');
    expect(check('risolto', { holds: false, stateForMs: CLOSED_AFTER_MS - 1 })).toBe('risolto');
    expect(check('risolto', { holds: false, stateForMs: CLOSED_AFTER_MS })).toBe('chiuso');
    expect(check('risolto', { holds: true, stateForMs: CLOSED_AFTER_MS })).toBe('aperto');
  });

  test('one that was taken in charge and forgotten is open again', () => {
    expect(check('preso in carico', { heldUntilOver: false })).toBe('preso in carico');
    expect(check('preso in carico', { heldUntilOver: true })).toBe('aperto');
  });

  const steps = fc.array(
    fc.record({
      act: fc.option(fc.constantFrom(...ALARM_ACTS)),
      holds: fc.boolean(),
      stateForMs: fc.nat(2 * CLOSED_AFTER_MS),
      heldUntilOver: fc.boolean(),
    }),
    { maxLength: 40 },
  );
  /** Each step's state before, after a person's act, and after the look that follows. */
  const live = (taken: typeof steps extends fc.Arbitrary<infer T> ? T : never) => {
    let state: AlarmState = 'aperto';
    return taken.map(({ act, ...seen }) => {
      const before = state;
      const acted = (act === null ? undefined : afterAct(before, act)) ?? before;
      state = afterCheck(acted, seen);
      return { before, acted, after: state, holds: seen.holds };
    });
  };

  test('whatever happens, a closed one stays so, and only a resolved one is ever closed', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        for (const { before, acted, after } of live(taken)) {
          expect(before === 'chiuso' && after !== 'chiuso').toBe(false);
          expect(after === 'chiuso' && !['chiuso', 'risolto'].includes(acted)).toBe(false);
        }
      }),
    );
  });

  test('whatever happens, one that holds and is not closed waits for somebody or has somebody', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const holding = live(taken).filter(({ holds, acted }) => holds && acted !== 'chiuso');
        for (const { after } of holding) expect(['aperto', 'preso in carico']).toContain(after);
      }),
    );
  });
});

describe('damping', () => {
  /** Looks once a second; `pattern` says for how many seconds each, beginning with calm. */
  const run = (pattern: readonly number[]) => {
    let damped = CALM;
    let now = 0;
    let changes = 0;
    pattern.forEach((seconds, index) => {
      for (let second = 0; second < seconds; second += 1) {
        const before = damped.isRaised;
        damped = damp(damped, { holds: index % 2 === 1, now }, WAITS);
        if (damped.isRaised !== before) changes += 1;
        now += 1000;
      }
    });
    return { ...damped, changes };
  };

  test('what lasts a moment is no alarm', () => {
    expect(run([5, 59, 10])).toMatchObject({ isRaised: false, changes: 0 });
    expect(run([5, 61])).toMatchObject({ isRaised: true, changes: 1 });
  });

  test('what comes and goes is raised once and counts its returns, and ends when it stays away', () => {
    const flapping = [0, 120, ...Array.from({ length: 40 }, () => 30)];
    expect(run([...flapping])).toMatchObject({ isRaised: true, changes: 1, returns: 20 });
    expect(run([...flapping, 302])).toMatchObject({ isRaised: false, changes: 2 });
  });

  test('however it comes and goes, it never changes twice within the shorter wait', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 30 }), (pattern) => {
        const total = pattern.reduce((sum, seconds) => sum + seconds, 0);
        expect(run(pattern).changes).toBeLessThanOrEqual(1 + total / 60);
      }),
    );
  });
});
