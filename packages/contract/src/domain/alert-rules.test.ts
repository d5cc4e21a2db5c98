import { describe, expect, test } from 'vitest';
import {
  type AlertFacts,
  type AlertInCourse,
  alertStanding,
  beginsOn,
  colorAfter,
  highestAlert,
  isAlertInCourse,
  keepsColor,
  overriddenAlert,
} from './alert-rules.ts';
import { acceptAlertTimes } from './alert-times.ts';

const NOW = Date.parse('2026-11-22T10:00:00Z');
const HOUR_MS = 3_600_000;

const facts = (more: Partial<AlertFacts>): AlertFacts => ({
  decision: 'confermata',
  beginsAt: NOW - HOUR_MS,
  to: NOW + HOUR_MS,
  endConfirmed: true,
  begin: 'eseguita',
  end: null,
  ...more,
});
const alert = (id: number, more: Partial<AlertInCourse> = {}): AlertInCourse => ({
  id,
  color: 'giallo',
  beginsAt: NOW,
  to: NOW + HOUR_MS,
  drill: false,
  ...more,
});

describe('the standing of an alert', () => {
  test.each([
    [{ decision: 'proposta' }, 'proposta', null],
    [{ decision: 'proposta', to: NOW }, 'superata', null],
    [{ decision: 'rifiutata' }, 'rifiutata', null],
    [{ begin: null }, 'confermata', null],
    [{ begin: 'mancata' }, 'confermata', 'inizio'],
    [{ begin: 'mancata', to: NOW }, 'conclusa', null],
    [{ begin: 'annullata' }, 'revocata', null],
    [{}, 'in corso', null],
    [{ begin: 'in corso' }, 'in corso', null],
    [{ to: NOW, endConfirmed: false, end: undefined }, 'in corso', 'fine'],
    [{ to: NOW, end: 'mancata' }, 'in corso', 'fine'],
    [{ to: NOW, end: 'in corso' }, 'conclusa', null],
    [{ decision: 'revocata', end: 'mancata' }, 'revocata', 'fine'],
  ] as const)('%j is %s and awaits %s', (more, state, awaits) => {
    expect(alertStanding(facts(more), NOW)).toEqual({ state, awaits });
  });

  test('an alert whose beginning was missed determines lamps, one that is over or revoked does not', () => {
    expect(isAlertInCourse(facts({ begin: 'mancata' }), NOW)).toBe(true);
    expect(isAlertInCourse(facts({ begin: null, to: NOW }), NOW)).toBe(false);
    expect(isAlertInCourse(facts({ end: 'eseguita' }), NOW)).toBe(false);
    expect(isAlertInCourse(facts({ end: 'mancata', to: NOW }), NOW)).toBe(true);
    expect(isAlertInCourse(facts({ decision: 'revocata' }), NOW)).toBe(false);
    expect(isAlertInCourse(facts({ begin: null, beginsAt: NOW + 1 }), NOW)).toBe(false);
  });

  test('what has begun goes on when the clock is set back, and what is due to end holds no lamp', () => {
    expect(isAlertInCourse(facts({ beginsAt: NOW + 1 }), NOW)).toBe(true);
    expect(isAlertInCourse(facts({ to: NOW }), NOW)).toBe(false);
    // Nobody has confirmed its end.
    expect(isAlertInCourse(facts({ to: NOW, end: undefined, endConfirmed: false }), NOW)).toBe(true);
  });
});

describe('what determines a lamp', () => {
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
    expect(overriddenAlert([giallo], click)).toBe(giallo);
    expect(overriddenAlert([giallo], { ...click, ofAlert: true })).toBeUndefined();
    expect(overriddenAlert([giallo], { ...click, at: NOW })).toBeUndefined();
    expect(overriddenAlert([giallo, alert(5, { beginsAt: NOW + 2 })], click)).toBe(giallo);
    expect(overriddenAlert([giallo, { ...rosso, beginsAt: NOW + 2 }], click)).toBeUndefined();
    expect(overriddenAlert([giallo, { ...exercise, beginsAt: NOW + 2 }], click)).toBe(giallo);
  });

  test('a command is later than a beginning by its number, where the clock was set back between them', () => {
    const click = { id: 8, at: NOW - HOUR_MS, value: 'verde', ofAlert: false } as const;
    const begun = { ...giallo, begunBy: 7 };
    expect(overriddenAlert([begun], click)).toBe(begun);
    expect(overriddenAlert([{ ...giallo, begunBy: 9 }], { ...click, at: NOW + HOUR_MS })).toBeUndefined();
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

test.each([
  [
    { from: '2026-11-22T10:00Z', to: '2026-11-22T10:00Z' },
    { field: 'to', reason: 'not-after' },
  ],
  [
    { from: '2020-11-22T10:00Z', to: '2020-11-23T10:00Z' },
    { field: 'to', reason: 'not-future' },
  ],
  [
    { from: '2099-01-01T00:00Z', to: '2099-01-02T00:00Z' },
    { field: 'to', reason: 'too-far' },
  ],
  [
    { from: '2024-01-01T00:00Z', to: '2026-11-23T00:00Z' },
    { field: 'to', reason: 'too-far' },
  ],
  [
    { from: 'domani', to: '2099-01-02T00:00Z' },
    { field: 'from', reason: 'malformed' },
  ],
  [
    { from: '2026-03-29T02:30', to: '2099-01-02T00:00Z' },
    { field: 'from', reason: 'nonexistent' },
  ],
])('the times %j are refused: %j', (times, refused) => {
  expect(acceptAlertTimes(times, NOW)).toEqual({ accepted: false, ...refused });
});

test('times are Rome’s without an offset, and a beginning may lie before now', () => {
  expect(acceptAlertTimes({ from: '2026-11-22T00:00', to: '2026-11-22T23:59' }, NOW)).toEqual({
    accepted: true,
    from: Date.parse('2026-11-21T23:00:00Z'),
    to: Date.parse('2026-11-22T22:59:00Z'),
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
