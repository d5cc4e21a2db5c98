import { expect, test } from 'vitest';
import { sheetTime } from './sheet-times.ts';

const LONG = { date: '2026-10-25', from: '2026-10-24T22:00:00Z', to: '2026-10-25T23:00:00Z' };
const USUAL = { date: '2026-11-22', from: '2026-11-21T23:00:00Z', to: '2026-11-22T23:00:00Z' };

test.each([
  ['2026-10-24T21:59:58Z', LONG, '24/10 23:59:58'],
  ['2026-10-25T00:30:00Z', LONG, '02:30:00 ora legale'],
  ['2026-10-25T01:30:00Z', LONG, '02:30:00 ora solare'],
  ['2026-10-25T02:00:00Z', LONG, '03:00:00'],
  ['2026-11-22T01:30:00Z', USUAL, '02:30:00'],
])('%s is written so that no hour is taken for another', (iso, day, written) => {
  expect(sheetTime(iso, day)).toBe(written);
});
