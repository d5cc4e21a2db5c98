import { expect, test } from 'vitest';
import { formatInstant, formatMeasure, formatUptime } from './metrics-format.ts';

test.each([
  [null, '-'],
  [0, '0 s'],
  [45, '45 s'],
  [725, '12 min 5 s'],
  [3_600, '1 h 0 min 0 s'],
  [273_912, '3 g 4 h 5 min 12 s'],
])('an uptime of %o seconds reads %o', (uptimeS, text) => {
  expect(formatUptime(uptimeS)).toBe(text);
});

test('a measure has an Italian decimal and its unit, and an unknown one is a dash', () => {
  expect(formatMeasure(21.456, '°C')).toBe('21,5 °C');
  expect(formatMeasure(20, '°C')).toBe('20,0 °C');
  expect(formatMeasure(null, 'V')).toBe('-');
});

test('an instant is Rome’s date and time, and an unknown one is a dash', () => {
  expect(formatInstant('2026-11-20T02:00:00.000Z')).toBe('20/11/2026, 03:00:00');
  expect(formatInstant(null)).toBe('-');
});
