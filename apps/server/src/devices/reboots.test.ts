import { expect, test } from 'vitest';
import { createReboots } from './reboots.ts';

const MINUTE_MS = 60_000;

test('a device that begins anew again and again is counted for an hour', () => {
  const reboots = createReboots();
  const reportedAt = (uptime: number | null, now: number) =>
    uptime === null ? null : { uptime, reportedAt: now, session: 1 };
  const reported: [minute: number, uptime: number | null][] = [
    [0, 500],
    [1, 560],
    [2, 5],
    [3, 65],
    [10, 3],
    [20, 2],
    [21, null],
  ];
  const counts = reported.map(([minute, uptime]) => {
    const now = minute * MINUTE_MS;
    return reboots.note(1, reportedAt(uptime, now), now);
  });
  expect(counts).toEqual([0, 0, 1, 1, 2, 3, 3]);
  const now = 75 * MINUTE_MS;
  expect(reboots.note(1, reportedAt(4000, now), now)).toBe(1);
  expect(reboots.note(2, reportedAt(1, now), now)).toBe(0);
});

/** What it says a minute after 60 s, and whether it had begun anew. */
test.each([
  ['the same', { uptime: 60, after: 60, session: 1 }, 1],
  ['a little more', { uptime: 62, after: 62, session: 1 }, 1],
  ['as much as passed', { uptime: 120, after: 60, session: 1 }, 0],
  ['as much, and late', { uptime: 120, after: 69, session: 1 }, 0],
  ['the same at once, as a second copy', { uptime: 60, after: 1, session: 1 }, 0],
  ['what waited in the broker while the link was away', { uptime: 70, after: 600, session: 2 }, 0],
])('a device that says %s: %o is %i reboots', (_what, { uptime, after, session }, reboots) => {
  const { note } = createReboots();
  note(1, { uptime: 60, reportedAt: 0, session: 1 }, 0);
  const reportedAt = after * 1000;
  expect(note(1, { uptime, reportedAt, session }, reportedAt)).toBe(reboots);
  // The same word, looked at again, is not another one.
  expect(note(1, { uptime, reportedAt, session }, reportedAt + MINUTE_MS)).toBe(reboots);
});
