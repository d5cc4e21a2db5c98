import { describe, expect, test } from 'vitest';
import { type AlertFacts, alertCondition, isAlertInCourse } from './alert-rules.ts';
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
    expect(alertCondition(facts(more), NOW)).toEqual({ state, awaits });
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
