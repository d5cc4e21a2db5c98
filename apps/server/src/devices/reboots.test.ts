import { expect, test } from 'vitest';
import { createReboots } from './reboots.ts';

const MINUTE_MS = 60_000;

test('a device that begins anew again and again is counted for an hour', () => {
  const reboots = createReboots();
  const said: [minute: number, uptime: number | null][] = [
    [0, 500],
    [1, 560],
    [2, 5],
    [3, 65],
    [10, 3],
    [20, 2],
    [21, null],
  ];
  const counts = said.map(([minute, uptime]) => reboots.note(1, uptime, minute * MINUTE_MS));
  expect(counts).toEqual([0, 0, 1, 1, 2, 3, 3]);
  expect(reboots.note(1, 4000, 75 * MINUTE_MS)).toBe(1);
  expect(reboots.note(2, 1, 75 * MINUTE_MS)).toBe(0);
});
