import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DeviceStatus } from './channels.ts';
import { SIGNAL_COLORS, type SignalColor } from './signal-color.ts';
import {
  type AlertInCourse,
  beginsOn,
  colorAfter,
  colorBeforeAlerts,
  gravityOf,
  highestAlert,
  keepsColor,
  type LastCommand,
  whatApplies,
} from './what-applies.ts';

const NOW = Date.parse('2026-11-22T10:00:00Z');
const HOUR_MS = 3_600_000;

const alert = (id: number, more: Partial<AlertInCourse> = {}): AlertInCourse => ({
  id,
  color: 'giallo',
  beginsAt: NOW,
  to: NOW + HOUR_MS,
  drill: false,
  ...more,
});

describe('what applies to a device', () => {
  const giallo = alert(1);
  const rosso = alert(2, { color: 'rosso' });
  const exercise = alert(3, { color: 'rosso', drill: true });

  test('a real alert before an exercise, the gravest, the one that ends last', () => {
    expect(highestAlert([giallo, rosso])).toBe(rosso);
    expect(highestAlert([exercise, giallo])).toBe(giallo);
    const longer = alert(4, { to: NOW + 2 * HOUR_MS });
    expect(highestAlert([longer, giallo])).toBe(longer);
    expect(highestAlert([])).toBeUndefined();
  });

  test('a later command of a person overrides the highest alert, until a graver one begins', () => {
    const click = { at: NOW + 1, value: 'arancio', ofAlert: false } as const;
    const override = { by: 'override', alert: giallo, value: 'arancio' };
    const command = { by: 'command', value: 'arancio' };
    expect(whatApplies([giallo], click)).toEqual(override);
    expect(whatApplies([giallo], { ...click, ofAlert: true })).toEqual({ ...override, by: 'alert' });
    expect(whatApplies([giallo], { ...click, at: NOW })).toEqual(command);
    expect(whatApplies([giallo, alert(5, { beginsAt: NOW + 2 })], click)).toEqual(override);
    expect(whatApplies([giallo, { ...rosso, beginsAt: NOW + 2 }], click)).toEqual(command);
    expect(whatApplies([giallo, { ...exercise, beginsAt: NOW + 2 }], click)).toEqual(override);
    expect(whatApplies([], click)).toEqual(command);
    expect(whatApplies([giallo], undefined)).toEqual({ by: 'nothing' });
  });

  test('a command is later than a beginning by its number, where the clock was set back between them', () => {
    const click = { id: 8, at: NOW - HOUR_MS, value: 'verde', ofAlert: false } as const;
    expect(whatApplies([{ ...giallo, begunBy: 7 }], click).by).toBe('override');
    expect(whatApplies([{ ...giallo, begunBy: 9 }], { ...click, at: NOW + HOUR_MS }).by).toBe('command');
  });

  test('a machine only raises: what shows or was asked graver stays', () => {
    const last = { at: NOW - 1, value: 'rosso', ofAlert: false } as const;
    const raised = { ...giallo, byPerson: false };
    expect(beginsOn(raised, { others: [], last, shown: null })).toBe(false);
    expect(beginsOn(raised, { others: [], last: undefined, shown: 'rosso' })).toBe(false);
    expect(beginsOn(raised, { others: [], last: undefined, shown: 'verde' })).toBe(true);
    expect(beginsOn({ ...raised, byPerson: true }, { others: [], last, shown: 'rosso' })).toBe(true);
    expect(beginsOn({ ...raised, byPerson: true }, { others: [rosso], last, shown: null })).toBe(false);
  });

  test('an end goes back to the highest other alert, else to what it was before, only where the alert is followed', () => {
    const ofAlert = { at: NOW, value: 'rosso', ofAlert: true } as const;
    const free = { former: 'verde', keepsOverride: false } as const;
    const on = { others: [giallo], last: ofAlert, next: undefined, ...free };
    expect(colorAfter(rosso, on)).toBe('giallo');
    expect(colorAfter(rosso, { ...on, others: [] })).toBe('verde');
    expect(colorAfter(rosso, { ...on, others: [], former: 'spento' })).toBe('spento');
    expect(colorAfter(rosso, { ...on, next: alert(6, { color: 'arancio' }) })).toBeUndefined();
    // What is about to begin is not the highest: the other one counts at once.
    expect(colorAfter(rosso, { ...on, next: alert(6, { color: 'verde' }) })).toBe('giallo');
    expect(colorAfter(giallo, { ...on, others: [rosso] })).toBeUndefined();
    expect(colorAfter(rosso, { ...on, last: undefined })).toBeUndefined();
    const before = { at: NOW - 1, value: 'arancio', ofAlert: false } as const;
    expect(colorAfter(rosso, { ...on, last: before })).toBeUndefined();
    const click = { at: NOW + 1, value: 'arancio', ofAlert: false } as const;
    expect(colorAfter(rosso, { ...on, others: [], last: click })).toBe('verde');
    expect(colorAfter(rosso, { ...on, others: [], last: click, keepsOverride: true })).toBeUndefined();
  });
});

describe('what a schedule does not lower', () => {
  const last = (value: 'verde' | 'arancio' | 'rosso', by: 'allerta' | 'persona' | 'pianificazione') => ({
    at: NOW + 1,
    value,
    ofAlert: by === 'allerta',
    ofSchedule: by === 'pianificazione',
  });
  const arancio = alert(1, { color: 'arancio' });
  const before = NOW - HOUR_MS;
  const after = NOW + HOUR_MS;

  test.each([
    ['lowers an alert, made before', 'verde', before, [arancio], last('arancio', 'allerta'), 'allerta'],
    ['lowers an alert, made during it', 'verde', after, [arancio], last('arancio', 'allerta'), undefined],
    ['raises', 'rosso', before, [arancio], last('arancio', 'allerta'), undefined],
    ['equals', 'arancio', before, [arancio], last('arancio', 'allerta'), undefined],
    ['lowers a graver override', 'arancio', before, [arancio], last('rosso', 'persona'), 'allerta'],
    ['raises a milder override', 'giallo', before, [arancio], last('verde', 'persona'), undefined],
    ['goes dark', 'spento', before, [arancio], last('arancio', 'allerta'), 'allerta'],
    ['lowers without an alert', 'verde', before, [], last('rosso', 'persona'), undefined],
    ['is a plan and lowers an alert', 'verde', null, [arancio], last('arancio', 'allerta'), 'allerta'],
    ['is a plan and lowers a person', 'verde', null, [], last('rosso', 'persona'), 'persona'],
    ['is a plan and lowers a schedule', 'verde', null, [], last('rosso', 'pianificazione'), undefined],
    ['is a plan and raises', 'rosso', null, [], last('verde', 'persona'), undefined],
    ['is a plan and nothing was commanded', 'verde', null, [], undefined, undefined],
  ] as const)('a schedule that %s', (_what, value, madeAt, alerts, newest, kept) => {
    expect(keepsColor({ value, madeAt }, { alerts, last: newest })).toBe(kept);
  });
});

type Act =
  | { act: 'begin'; color: SignalColor; byPerson: boolean; drill: boolean; hours: number }
  | { act: 'end'; which: number; keepsOverride: boolean }
  | { act: 'command'; value: DeviceStatus };

const color = fc.constantFrom(...SIGNAL_COLORS);
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    act: fc.constant('begin'),
    color,
    byPerson: fc.boolean(),
    drill: fc.boolean(),
    hours: fc.integer({ min: 1, max: 9 }),
  }),
  fc.record({ act: fc.constant('end'), which: fc.nat(9), keepsOverride: fc.boolean() }),
  fc.record({ act: fc.constant('command'), value: fc.oneof(color, fc.constant('spento')) }),
);

/** One signal, and what alerts and persons do to it one after the other, as the server does it. */
function createSignal() {
  let last: LastCommand | undefined;
  let former: DeviceStatus = 'verde';
  let inCourse: AlertInCourse[] = [];
  let clock = 0;
  const command = (value: DeviceStatus, ofAlert: boolean) => {
    last = { id: clock, at: clock, value, ofAlert };
  };
  return {
    applies: () => whatApplies(inCourse, last),
    highest: () => highestAlert(inCourse),
    do: (one: Act): void => {
      clock += 1;
      if (one.act === 'command') command(one.value, false);
      else if (one.act === 'begin') begin(one);
      else end(inCourse[one.which % Math.max(inCourse.length, 1)], one.keepsOverride);
    },
  };

  function begin(one: Extract<Act, { act: 'begin' }>): void {
    const begun = { id: clock, color: one.color, beginsAt: clock, to: one.hours, drill: one.drill };
    const facts = { others: inCourse, last, shown: last?.value ?? null };
    const begins = beginsOn({ ...begun, byPerson: one.byPerson }, facts);
    former = colorBeforeAlerts(facts) ?? former;
    inCourse = [...inCourse, { ...begun, begunBy: clock }];
    if (begins) command(one.color, true);
  }

  function end(alert: AlertInCourse | undefined, keepsOverride: boolean): void {
    if (!alert) return;
    const others = inCourse.filter((one) => one !== alert);
    const value = colorAfter(alert, { others, last, next: undefined, former, keepsOverride });
    inCourse = others;
    if (value !== undefined) command(value, true);
  }
}

/** How grave what applies is; of nothing, less than anything. */
const gravityApplied = (signal: ReturnType<typeof createSignal>) => {
  const applies = signal.applies();
  return applies.by === 'nothing' ? -2 : gravityOf(applies.value);
};

test('whatever alerts and persons do, one thing applies, and no machine makes it milder while an alert stands', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      const signal = createSignal();
      for (const one of acts) {
        const before = gravityApplied(signal);
        signal.do(one);
        const applies = signal.applies();
        const highest = signal.highest();
        if (one.act === 'begin' && !one.byPerson)
          expect(gravityApplied(signal)).toBeGreaterThanOrEqual(before);
        if (one.act === 'command') expect(applies).toMatchObject({ value: one.value });
        if (applies.by !== 'alert') continue;
        // What a signal follows is the highest alert there is, and it is told nothing milder than that.
        expect(applies.alert).toBe(highest);
        expect(gravityOf(applies.value)).toBeGreaterThanOrEqual(gravityOf(applies.alert.color));
      }
    }),
    { numRuns: 5000 },
  );
});
