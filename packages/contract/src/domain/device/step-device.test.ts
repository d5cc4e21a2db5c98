import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDeviceLife, type DeviceLife } from '../../../test/device-life.ts';
import type { Desired } from '../desired.ts';
import { isShownFresh, shownBy } from '../lamps.ts';
import { SIGNAL_COLORS } from '../signal-color.ts';
import { gravityOf } from '../what-applies.ts';
import { OFFLINE } from './device-errors.ts';
import { type DeviceState, type Problem, UNKNOWN_DEVICE } from './device-state.ts';
import { confirmedOf, deviceConditionOf, deviceErrorOf, errorSinceOf } from './device-view.ts';
import { isMilderThanDesired, MOST_REASSERTIONS } from './reassertion.ts';
import { stepDevice } from './step-device.ts';

const MINUTE_MS = 60_000;
const OFF_AIR = 'Comando non confermato entro 5 s';

const rosso = (since = 0): Desired => ({ value: 'rosso', since, by: 'valdombra', source: 'command' });

/** A signal that confirmed rosso. */
function createHeld(): DeviceLife {
  const life = createDeviceLife();
  life.happen({ kind: 'commanded', deliveryId: 1, desired: rosso() });
  life.say('out4', '1');
  life.say('out1', '0');
  life.happen({ kind: 'settled' });
  return life;
}

describe('an error', () => {
  test('lasts since it began, another one begins anew, and a device that is well has none', () => {
    const life = createDeviceLife();
    life.pass(100);
    life.happen({ kind: 'failed', reason: OFFLINE });
    life.pass(100);
    life.happen({ kind: 'failed', reason: OFFLINE });
    expect(errorSinceOf(life.state())).toBe(100);
    life.happen({ kind: 'failed', reason: OFF_AIR });
    expect(errorSinceOf(life.state())).toBe(200);
    life.say('out1', '1');
    expect(life.state().errorProblem).toBeNull();
  });

  test('from before the start keeps its beginning until it ends or becomes another', () => {
    const life = createDeviceLife();
    const errorProblem = { at: 50, reason: OFFLINE, cause: null };
    life.load({ error: true, errorReason: OFFLINE, errorProblem });
    life.pass(100);
    life.happen({ kind: 'failed', reason: OFFLINE });
    life.say('out1', '1', { retained: true });
    expect(errorSinceOf(life.state())).toBe(50);
    life.happen({ kind: 'failed', reason: OFF_AIR });
    expect(errorSinceOf(life.state())).toBe(100);
  });

  test('of several lit lamps is one, whichever they are, however often they are said, until one is left', () => {
    const life = createDeviceLife();
    life.say('out1', '1');
    life.say('out4', '1');
    const problem = life.state().errorProblem;
    expect(problem).toMatchObject({ reason: 'Più lampade accese: verde e rosso', at: 0 });
    for (let times = 0; times < 40; times += 1) {
      life.pass(7000);
      life.say('out4', '1');
      life.say('out3', times % 2 === 0 ? '1' : '0');
      expect(life.state().errorProblem).toBe(problem);
    }
    life.say('out1', '0');
    expect(life.state().errorProblem).toBeNull();
  });

  test('of a command that is answered with several lamps is since they contradicted, once it is over', () => {
    const life = createDeviceLife();
    life.say('out1', '1');
    life.happen({ kind: 'commanded', deliveryId: 1, desired: rosso() });
    life.pass(100);
    life.say('out4', '1');
    expect(life.state().errorProblem).toBeNull();
    life.pass(5000);
    life.happen({ kind: 'failed', reason: OFF_AIR });
    life.happen({ kind: 'settled' });
    expect(errorSinceOf(life.state())).toBe(100);
    life.pass(2000);
    // Its next report takes the mark of the failed command away, and says the same of its lamps.
    life.say('out4', '1');
    expect(errorSinceOf(life.state())).toBe(100);
  });

  test('of several lamps is not ended by a command in between, and is by one that leaves one lamp', () => {
    const life = createDeviceLife();
    life.say('out1', '1');
    life.say('out4', '1');
    life.pass(1000);
    life.happen({ kind: 'commanded', deliveryId: 1, desired: rosso() });
    expect(life.state().errorProblem).toMatchObject({ at: 0 });
    life.say('out1', '0');
    expect(life.state().errorProblem).toBeNull();
  });
});

describe('to be out of sync', () => {
  test('lasts from the report that contradicted, and names the one lamp that was shown', () => {
    const life = createHeld();
    life.pass(100);
    life.say('out4', '0');
    life.pass(50);
    life.say('out1', '1');
    const problem = life.state().outOfSyncProblem;
    expect(problem).toEqual({
      ...{ at: 100, desiredSince: 0 },
      reason: 'Mostra verde invece di rosso, chiesto alle 01:00',
    });
    life.pass(9000);
    life.say('out1', '1');
    life.say('out4', '1');
    expect(life.state().outOfSyncProblem).toBe(problem);
    life.say('out1', '0');
    expect(life.state().outOfSyncProblem).toBeNull();
  });

  test('is not ended by what is desired when it is commanded again, and is when it is desired anew', () => {
    const life = createHeld();
    life.say('out4', '0');
    life.pass(2000);
    life.happen({ kind: 'awaited', value: 'rosso' });
    life.happen({ kind: 'settled' });
    expect(life.state().outOfSyncProblem).toMatchObject({ at: 0 });
    life.happen({ kind: 'commanded', deliveryId: 1, desired: rosso(2000) });
    expect(life.state().outOfSyncProblem).toBeNull();
  });
});

describe('what other servers heard', () => {
  const lampReported = (on: boolean, reportedAt: number | null, reportedIn: number | null = null) => ({
    on,
    reportedAt,
    reportedIn,
  });
  const loaded = {
    ...({ status: 'rosso', updatedAt: 100 } as const),
    lamps: { rosso: lampReported(true, 100), verde: lampReported(false, 90) },
  } as const;
  const since = {
    ...({ status: 'verde', updatedAt: 210 } as const),
    lamps: { rosso: lampReported(false, 205), verde: lampReported(true, 210) },
  } as const;

  test('since is the last that is known, and not fresh', () => {
    const life = createDeviceLife();
    life.load(loaded);
    life.happen({ kind: 'peer-report', reported: since });
    expect(life.state()).toMatchObject(since);
    expect(deviceConditionOf(life.state(), life.at().link)).toBe('stale');
  });

  test('does not count where this server heard the lamp itself', () => {
    const life = createDeviceLife();
    life.load(loaded);
    life.say('out2', '1');
    const stored = { ...since, lamps: { ...since.lamps, giallo: lampReported(false, 220) } };
    life.happen({ kind: 'peer-report', reported: stored });
    expect(life.state().lamps).toMatchObject({
      giallo: lampReported(true, 0, 1),
      rosso: lampReported(false, 205),
    });
  });

  test.each([
    ['older', lampReported(false, 99)],
    ['of the same moment', lampReported(false, 100)],
    ['of the broker’s memory', lampReported(false, null)],
  ])('and is %s changes nothing', (_, lamp) => {
    const life = createDeviceLife();
    life.load(loaded);
    const before = life.state();
    life.happen({ kind: 'peer-report', reported: { ...since, lamps: { rosso: lamp } } });
    expect(life.state()).toBe(before);
  });
});

describe('a warning that a device does not hold', () => {
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
  ] as const)('of %s that shows %s is milder: %s', (desired, reported, expected) => {
    expect(isMilderThanDesired(desired, reported)).toBe(expected);
  });

  /** Lets time pass in which whoever may command does so as soon as it is due; returns when that was, in seconds. */
  const live = (life: DeviceLife, ms: number, mayCommand = true): number[] => {
    const begunAt = life.at().now;
    const commandedAt: number[] = [];
    for (let passed = 0; passed < ms; passed += 1000) {
      life.pass(1000);
      if (!life.isDue()) continue;
      if (!mayCommand) life.happen({ kind: 'not-reasserted' });
      else {
        commandedAt.push((life.at().now - begunAt) / 1000);
        life.happen({ kind: 'awaited', value: 'rosso' });
        life.happen({ kind: 'reasserted' });
        life.happen({ kind: 'settled' });
      }
    }
    return commandedAt;
  };
  const reboot = (life: DeviceLife) => {
    life.say('out4', '0');
    life.say('out1', '1');
  };
  const hold = (life: DeviceLife) => {
    life.say('out1', '0');
    life.say('out4', '1');
  };

  test('is commanded again after 2 s, 30 s and 5 minutes, and then never', () => {
    const life = createHeld();
    reboot(life);
    expect(live(life, 10 * MINUTE_MS)).toEqual([2, 32, 332]);
  });

  test('is not while a command is under way, which begins the wait anew', () => {
    const life = createHeld();
    reboot(life);
    life.pass(1000);
    life.happen({ kind: 'awaited', value: 'rosso' });
    expect(live(life, MINUTE_MS)).toEqual([]);
    life.happen({ kind: 'settled' });
    expect(live(life, 5000)).toEqual([2]);
  });

  test('is not while nobody may command, in maintenance and in a lamp test; then as if it had just left', () => {
    const life = createHeld();
    reboot(life);
    expect(live(life, MINUTE_MS, false)).toEqual([]);
    const maintenance = { since: 0, until: Number.MAX_SAFE_INTEGER, reason: '', by: 'anna' };
    life.happen({ kind: 'maintained', maintenance });
    expect(live(life, MINUTE_MS)).toEqual([]);
    life.happen({ kind: 'maintained', maintenance: null });
    life.happen({ kind: 'test-begun', former: 'rosso', isOver: false });
    expect(live(life, MINUTE_MS)).toEqual([]);
    life.happen({ kind: 'test-ended' });
    expect(live(life, 5000)).toEqual([2]);
  });

  test('is not told more than three times to a device that flaps', () => {
    const life = createHeld();
    let commands = 0;
    for (let times = 0; times < 10; times += 1) {
      reboot(life);
      commands += live(life, 6 * MINUTE_MS).length;
      hold(life);
      live(life, MINUTE_MS);
    }
    expect(commands).toBe(MOST_REASSERTIONS);
  });

  test('begins anew once the device has held for ten minutes, and never for one that learned so of another server', () => {
    const life = createHeld();
    life.pass(20 * MINUTE_MS);
    life.say('temp', '20');
    life.happen({ kind: 'peer-state', stored: { ...life.state(), reasserted: 3 } });
    life.pass(9 * MINUTE_MS);
    expect(life.state().reasserted).toBe(3);
    life.pass(MINUTE_MS);
    expect(life.state().reasserted).toBe(0);
  });

  test('that was desired before the update to this rule is not commanded again', () => {
    const life = createDeviceLife();
    life.load({ desired: rosso(), reasserted: null });
    reboot(life);
    expect(live(life, 10 * MINUTE_MS)).toEqual([]);
  });
});

test('an offline that comes while the link falls says nothing of the device', () => {
  const life = createHeld();
  life.say('status', 'offline');
  life.loseLink();
  life.pass(MINUTE_MS);
  life.makeLink();
  life.pass(MINUTE_MS);
  expect(life.state().error).toBe(false);
});

test('what other servers know does not count while a command is under way here', () => {
  const life = createDeviceLife();
  life.happen({ kind: 'commanded', deliveryId: 1, desired: rosso() });
  const before = life.state();
  const known = {
    error: true,
    errorReason: OFFLINE,
    desired: null,
    desiredVersion: 0,
    reasserted: 0,
    pending: null,
  };
  life.happen({ kind: 'peer-state', stored: known });
  expect(life.state()).toBe(before);
});

type Happening = { act: keyof typeof ACTS; number: number };

/** Anything that may happen to a device. */
const ACTS = {
  lamp: (life, number) => life.say(`out${1 + (number % 4)}`, number % 8 < 4 ? '1' : '0'),
  pass: (life, number) => life.pass(number),
  kept: (life) => life.say('out1', '1', { retained: true }),
  metric: (life) => life.say('temp', '20'),
  online: (life) => life.say('status', 'online'),
  offline: (life) => life.say('status', 'offline'),
  command: (life, number) => {
    const value = SIGNAL_COLORS[number % 4] ?? 'rosso';
    life.happen({ kind: 'commanded', deliveryId: 1, desired: { ...rosso(life.at().now), value } });
  },
  settle: (life) => life.happen({ kind: 'settled' }),
  reassert: (life) => {
    if (life.isDue()) life.happen({ kind: 'reasserted' });
  },
  fail: (life) => life.happen({ kind: 'failed', reason: OFF_AIR }),
  lose: (life) => life.loseLink(),
  make: (life) => life.makeLink(),
  accept: (life) => life.happen({ kind: 'accepted', by: 'anna' }),
  test: (life) => life.happen({ kind: 'test-begun', former: 'verde', isOver: false }),
  'end-test': (life) => life.happen({ kind: 'test-ended' }),
  maintain: (life) => {
    const { now } = life.at();
    const maintenance = { since: now, until: now + MINUTE_MS, reason: '', by: 'anna' };
    life.happen({ kind: 'maintained', maintenance });
  },
  yield: (life) => life.happen({ kind: 'ownership-lost' }),
  'hand-over': (life) => life.happen({ kind: 'handed-over' }),
} as const satisfies Record<string, (life: DeviceLife, number: number) => void>;

const OFTEN = ['lamp', 'lamp', 'lamp', 'lamp', 'pass', 'pass', 'command', 'settle', 'reassert'] as const;
const happening: fc.Arbitrary<Happening> = fc.record({
  act: fc.constantFrom(...OFTEN, ...OFTEN, ...(Object.keys(ACTS) as (keyof typeof ACTS)[])),
  number: fc.integer({ min: 0, max: 200_000 }),
});

/** What may change what is desired: nothing else does. */
const DECIDES = new Set<keyof typeof ACTS>(['command', 'accept', 'yield', 'hand-over']);

function checkProblem(former: Problem | null, problem: Problem | null, now: number): void {
  if (problem !== null && (problem.at > now || problem.at < (former?.at ?? 0)))
    throw new Error('a problem begins before the one before, or in the future');
}

/** Whatever happened, this holds of the device. */
function check(life: DeviceLife, before: DeviceState, act: keyof typeof ACTS): void {
  const state = life.state();
  const { link, now } = life.at();
  if (!DECIDES.has(act) && state.desired !== before.desired)
    throw new Error(`${act} changed what is desired`);
  const shown = shownBy(state.lamps);
  const confirmed = confirmedOf(state, link);
  if (confirmed !== null && !(link.isOpen && isShownFresh(state.lamps, link.session)))
    throw new Error('confirmed by what was not said in this session');
  const { desired } = state;
  const isMilder = desired !== null && shown !== null && gravityOf(shown) < gravityOf(desired.value);
  if (life.isDue() && !isMilder) throw new Error('commands again what is not milder');
  if ((state.reasserted ?? 0) > MOST_REASSERTIONS) throw new Error('commands again too often');
  checkProblem(before.errorProblem, state.errorProblem, now);
  checkProblem(before.outOfSyncProblem, state.outOfSyncProblem, now);
  if (deviceErrorOf(state) !== null && state.errorProblem === null)
    throw new Error('an error that never began');
  const again = stepDevice(state, { kind: 'tick' }, life.at());
  if (stepDevice(again, { kind: 'tick' }, life.at()) !== again) throw new Error('a tick twice is two ticks');
}

test('a million things that happen, in any order, break no rule of the machine', () => {
  let steps = 0;
  fc.assert(
    fc.property(fc.array(happening, { minLength: 100, maxLength: 400, size: 'max' }), (happenings) => {
      const life = createDeviceLife();
      for (const { act, number } of happenings) {
        const before = life.state();
        ACTS[act](life, number);
        check(life, before, act);
      }
      steps += life.steps();
    }),
    { numRuns: 2500, endOnFailure: true },
  );
  expect(steps).toBeGreaterThan(1_000_000);
});

test('the same report twice, at once, changes nothing', () => {
  const lampReported = {
    kind: 'said',
    word: { kind: 'report', lamp: 'rosso', on: true },
    retained: false,
  } as const;
  const life = createHeld();
  const once = stepDevice(life.state(), lampReported, life.at());
  expect(stepDevice(once, lampReported, life.at())).toEqual(once);
  expect(stepDevice(UNKNOWN_DEVICE, { kind: 'settled' }, life.at())).toBe(UNKNOWN_DEVICE);
});
