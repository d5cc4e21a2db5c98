import { expect, test } from 'vitest';
import { createDiskForecast, describeDiskForecast } from './disk-forecast.ts';

const HOUR_MS = 3_600_000;
const GB = 1e9;

/** What it says after so many hours, of the room that there was each hour. */
function forecastAfter(hours: number, freeAt: (hour: number) => number): number | null {
  const { note } = createDiskForecast();
  let reported: number | null = null;
  for (let hour = 0; hour <= hours; hour += 1)
    reported = note({ freeBytes: freeAt(hour), at: 1e12 + hour * HOUR_MS });
  return reported;
}

test.each([
  ['less than a day is no pace', 23, (hour: number) => 100 * GB - hour * GB, null],
  ['a gigabyte an hour', 48, (hour: number) => 100 * GB - hour * GB, 2],
  ['nothing is lost', 48, () => 100 * GB, null],
  ['room comes back', 48, (hour: number) => 10 * GB + hour * GB, null],
  [
    'a backup each night, of which the oldest goes',
    160,
    (hour: number) => 50 * GB - (hour % 24 < 2 ? GB : 0),
    null,
  ],
  ['too far away to be said', 48, (hour: number) => 100 * GB - hour * 1e6, null],
  [
    'what was a week ago is forgotten',
    400,
    (hour: number) => (hour < 200 ? 90 * GB - (hour * GB) / 10 : 70 * GB),
    null,
  ],
  ['there is none left', 48, (hour: number) => (48 - hour) * GB, 0],
])('%s', (_what, hours, freeAt, days) => {
  expect(forecastAfter(hours, freeAt)).toBe(days);
});

test('in words', () => {
  expect([0, 1, 12].map(describeDiskForecast)).toEqual([
    'pieno entro un giorno',
    'pieno fra circa un giorno',
    'pieno fra circa 12 giorni',
  ]);
});
