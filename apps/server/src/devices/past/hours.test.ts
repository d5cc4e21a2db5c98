import type { Lamps } from '@semaforo/contract/domain/lamps';
import { expect, test } from 'vitest';
import { HOUR_MS, HOURS, hoursOf, type StoredHours } from './hours.ts';

const FROM = Date.UTC(2026, 10, 26, 10);
const at = (hour: number, minute = 0) => FROM + hour * HOUR_MS + minute * 60_000;
const lamp = (on: boolean) => ({ on, reportedAt: 1, reportedIn: 1 });
const VERDE: Lamps = { verde: lamp(true), rosso: lamp(false) };
const STORED: StoredHours = { changes: [], measured: new Set(), errors: [] };
const shownIn = (stored: Partial<StoredHours>, lamps = VERDE) =>
  hoursOf({ ...STORED, ...stored }, { lamps, updatedAt: at(23, 5), from: FROM }).map(({ shown }) => shown);

test('each hour has the gravest that was lit in it, and the last word is taken back change by change', () => {
  const changes = [
    { at: at(22, 10), lamp: 'verde', on: true, first: false },
    { at: at(22, 10), lamp: 'rosso', on: false, first: false },
    { at: at(20, 30), lamp: 'rosso', on: true, first: false },
    { at: at(20, 30), lamp: 'verde', on: false, first: false },
  ] as const;
  const shown = shownIn({ changes });
  expect(shown).toHaveLength(HOURS);
  expect(shown.slice(18)).toEqual(['verde', 'verde', 'rosso', 'rosso', 'rosso', 'verde']);
  expect(new Set(shown.slice(0, 18))).toEqual(new Set(['verde']));
});

test('a short rosso within an hour is not lost', () => {
  const changes = [
    { at: at(5, 2), lamp: 'rosso', on: false, first: false },
    { at: at(5, 1), lamp: 'rosso', on: true, first: false },
  ] as const;
  expect(shownIn({ changes }).slice(4, 7)).toEqual(['verde', 'rosso', 'verde']);
});

test('nothing is known of the time before the first word of a device, nor of one that never spoke', () => {
  const changes = [
    { at: at(22, 31), lamp: 'rosso', on: false, first: true },
    { at: at(22, 30), lamp: 'verde', on: true, first: true },
  ] as const;
  expect(shownIn({ changes }).slice(20)).toEqual([null, null, 'verde', 'verde']);
  expect(new Set(shownIn({}, {}))).toEqual(new Set([null]));
});

test('a dark signal is spento', () => {
  expect(shownIn({}, { verde: lamp(false) }).at(-1)).toBe('spento');
});

test('an hour in which nothing was said or measured is told from one in which something was', () => {
  const hours = hoursOf(
    {
      ...STORED,
      measured: new Set([at(3)]),
      changes: [{ at: at(7, 1), lamp: 'verde', on: true, first: false }],
    },
    { lamps: VERDE, updatedAt: at(23, 5), from: FROM },
  );
  expect(hours.flatMap(({ spoke }, hour) => (spoke ? [hour] : []))).toEqual([3, 7, 23]);
});

test('an hour has an error when one lasted into it, also one that has not ended', () => {
  const errors = [
    { from: at(2, 50), to: at(3, 10) },
    { from: at(22, 59), to: null },
  ];
  const hours = hoursOf({ ...STORED, errors }, { lamps: VERDE, updatedAt: null, from: FROM });
  expect(hours.flatMap(({ error }, hour) => (error ? [hour] : []))).toEqual([2, 3, 22, 23]);
});
