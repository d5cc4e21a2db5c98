import { alert, deviceRecord } from '@semaforo/testing/factories';
import { expect, test } from 'vitest';
import {
  describeOverridden,
  describeSignals,
  describeWaiting,
  situationOf,
  situationTitle,
} from './describe-situation.ts';

const NOW = Date.parse('2026-11-24T18:30:00Z');
const signal = (id: number, changes: Parameters<typeof deviceRecord>[0] = {}) =>
  deviceRecord({ id, topic: `/3/v/s${id}`, ...changes });
const NO_HANDS: ReadonlySet<number> = new Set();

test('what all signals show adds up to their number', () => {
  const signals = [
    signal(1, { status: 'arancio' }),
    signal(2, { status: 'arancio' }),
    signal(3, { status: 'rosso' }),
    signal(4, { status: 'arancio', error: true }),
    signal(5, { status: null }),
    signal(6, { status: 'spento' }),
  ];
  expect(describeSignals(signals, new Set([3]), true)).toBe(
    '2 arancio, 1 spento, 1 rosso a mano, 2 non rispondono',
  );
});

test('when all show one color they are said to be confirmed; with the link down nothing is', () => {
  const signals = [signal(1, { status: 'rosso' }), signal(2, { status: 'rosso' })];
  expect(describeSignals(signals, NO_HANDS, true)).toBe('2 rosso, tutti confermati');
  expect(describeSignals(signals.slice(1), NO_HANDS, true)).toBe('1 rosso, confermato');
  expect(describeSignals(signals, NO_HANDS, false)).toBe('2 non rispondono');
});

test('an override of all signals is told by who and when; not while one shows the color of the alert', () => {
  const overrides = [1, 2].map((deviceId) => ({
    deviceId,
    name: `S${deviceId}`,
    color: 'giallo' as const,
    author: 'valdombra',
    at: '2026-11-24T06:02:00.000Z',
  }));
  const inCourse = alert({ color: 'rosso', devices: [1, 2], overrides });
  expect(describeOverridden(inCourse, 0)).toBe('0 di 2 in rosso, tutti scavalcati: giallo, valdombra, 07:02');
  expect(describeOverridden(inCourse, 1)).toBeNull();
  expect(describeOverridden(alert({ devices: [1, 2], overrides: [] }), 0)).toBeNull();
});

test('the gravest alert in course leads, exercises are left out, and proposals are told by their day', () => {
  const inCourse = (id: number, color: 'giallo' | 'rosso', drill = false) =>
    alert({ id, color, drill, state: 'in corso', awaits: null });
  const tomorrow = alert({ id: 9, color: 'giallo', state: 'proposta', from: '2026-11-24T23:00:00.000Z' });
  const situation = situationOf([
    inCourse(1, 'giallo'),
    inCourse(2, 'rosso'),
    inCourse(3, 'rosso', true),
    tomorrow,
  ]);
  expect(situation.inCourse?.id).toBe(2);
  expect(situation.others).toBe(1);
  expect(describeWaiting(situation.waiting, NOW)).toEqual({ lead: 'Domani: proposta', what: 'gialla' });
  expect(describeWaiting([tomorrow, tomorrow], NOW)).toEqual({ lead: '', what: '2 proposte' });
});

test('an alert that ends on another day names the day', () => {
  const color = 'arancio';
  expect(situationTitle({ color, to: '2026-11-24T22:59:00.000Z' }, NOW)).toBe(
    'Allerta arancione fino alle 23:59',
  );
  expect(situationTitle({ color, to: '2026-11-25T05:00:00.000Z' }, NOW)).toBe(
    'Allerta arancione fino alle 06:00 di domani',
  );
  expect(situationTitle({ color, to: '2026-11-26T05:00:00.000Z' }, NOW)).toBe(
    'Allerta arancione fino alle 06:00 di giovedì 26 novembre 2026',
  );
});
