import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type HoldState,
  isMilderThanDesired,
  MOST_REASSERTIONS,
  NOTHING_DUE,
  stepReassertion,
} from './reassertion.ts';

const MINUTE_MS = 60_000;

/** A device of which the test says how it stands; every second it is looked at. */
function createLife() {
  let reassertion = NOTHING_DUE;
  let tries = 0;
  let now = 0;
  return {
    /** Lives on for some time; returns after how many seconds of it commands were sent. */
    live: (state: HoldState, ms: number, mayAct = true) => {
      const commandedAt: number[] = [];
      for (const begun = now; now < begun + ms; now += 1000) {
        const step = stepReassertion(reassertion, { state, tries, mayAct, now });
        reassertion = step.reassertion;
        if (step.forgets) tries = 0;
        if (!step.commands) continue;
        tries += 1;
        commandedAt.push((now - begun) / 1000);
      }
      return commandedAt;
    },
    tries: () => tries,
  };
}

describe('what is desired is commanded again', () => {
  test.each([
    ['rosso', 'verde', true],
    ['rosso', 'spento', true],
    ['rosso', 'arancio', true],
    ['giallo', 'verde', true],
    ['giallo', 'rosso', false],
    ['rosso', 'rosso', false],
    ['verde', 'spento', false],
    ['spento', 'rosso', false],
    ['acceso', 'spento', false],
  ] as const)('of %s that shows %s: %s', (desired, reported, expected) => {
    expect(isMilderThanDesired(desired, reported)).toBe(expected);
  });

  test('after 2 s, 30 s and 5 minutes, and then never again', () => {
    const { live } = createLife();
    expect(live('milder', 20 * MINUTE_MS)).toEqual([2, 33, 334]);
  });

  test('not while a command is under way, which begins the wait anew', () => {
    const { live } = createLife();
    expect(live('milder', 1000)).toEqual([]);
    expect(live('waits', MINUTE_MS)).toEqual([]);
    expect(live('milder', 5000)).toEqual([2]);
  });

  test('not while nobody may act; then as if it had just left', () => {
    const { live } = createLife();
    expect(live('milder', 20 * MINUTE_MS, false)).toEqual([]);
    expect(live('milder', 5000)).toEqual([2]);
  });

  test('a device that flaps is not told more than three times', () => {
    const { live } = createLife();
    let commands = 0;
    for (let times = 0; times < 20; times += 1) {
      commands += live('milder', 6 * MINUTE_MS).length;
      live('in-sync', MINUTE_MS);
    }
    expect(commands).toBe(3);
  });

  test('a device that held for ten minutes begins anew', () => {
    const { live, tries } = createLife();
    live('milder', 20 * MINUTE_MS);
    expect(tries()).toBe(MOST_REASSERTIONS);
    live('in-sync', 11 * MINUTE_MS);
    expect(tries()).toBe(0);
    expect(live('milder', 5000)).toEqual([2]);
  });

  test('never more than three times without ten minutes in sync, whatever happens', () => {
    const life = fc.array(
      fc.tuple(fc.constantFrom<HoldState>('in-sync', 'milder', 'waits'), fc.nat(9 * MINUTE_MS), fc.boolean()),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(life, (spans) => {
        const { live } = createLife();
        const commands = spans.flatMap(([state, ms, mayAct]) => {
          const sent = live(state, state === 'in-sync' ? ms % 20_000 : ms, mayAct);
          if (state !== 'milder' || !mayAct) expect(sent).toEqual([]);
          return sent;
        });
        expect(commands.length).toBeLessThanOrEqual(3);
      }),
      { numRuns: 200 },
    );
  });
});
