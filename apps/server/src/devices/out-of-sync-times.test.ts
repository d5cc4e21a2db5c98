import { expect, test } from 'vitest';
import { createOutOfSyncTimes } from './out-of-sync-times.ts';

const SINCE = Date.parse('2026-11-20T19:33:12.000Z');
const SENTENCE = 'Mostra verde invece di rosso, chiesto alle 20:33';

/** A device of which rosso is desired, and that said of verde and rosso whether they are lit. */
const lit = (...colors: ('verde' | 'rosso')[]) => ({
  desired: { value: 'rosso', since: SINCE, by: 'valdombra', source: 'command' } as const,
  lamps: Object.fromEntries(
    (['verde', 'rosso'] as const).map((color) => [
      color,
      { on: colors.includes(color), saidAt: SINCE, saidIn: 1 },
    ]),
  ),
});
const at = (isOutOfSync: boolean, ms: number, isReasserted = false) => ({
  ...{ isOutOfSync, isReasserted },
  now: SINCE + ms,
});

test('a device that changes its lamps one by one is out of sync once, and the sentence names the one that it showed', () => {
  const times = createOutOfSyncTimes();
  expect(times.changed(1, lit('rosso'), at(false, 0))).toBeUndefined();
  expect(times.changed(1, lit(), at(true, 100))).toMatchObject({ at: SINCE + 100 });
  expect(times.changed(1, lit('verde'), at(true, 150))).toEqual({ reason: SENTENCE, at: SINCE + 100 });
  expect(times.changed(1, lit('verde'), at(true, 9000))).toBeUndefined();
  expect(times.changed(1, lit('verde', 'rosso'), at(true, 9500))).toBeUndefined();
  expect(times.changed(1, lit('rosso'), at(false, 9600))).toBeNull();
  expect(times.changed(1, lit('rosso'), at(false, 9700))).toBeUndefined();
});

test('what was so before the start goes on, and ends with a command', () => {
  const times = createOutOfSyncTimes();
  times.load(new Map([[1, { reason: SENTENCE, at: SINCE }]]));
  expect(times.changed(1, lit('verde'), at(true, 500))).toBeUndefined();
  expect(times.changed(1, lit('verde'), at(false, 600))).toBeNull();
});

test('what is desired, commanded again, does not end it; what is desired anew does', () => {
  const times = createOutOfSyncTimes();
  expect(times.changed(1, lit('verde'), at(true, 0))).toMatchObject({ at: SINCE });
  expect(times.changed(1, lit('verde'), at(false, 2000, true))).toBeUndefined();
  expect(times.changed(1, lit('verde'), at(true, 7000))).toBeUndefined();
  const anew = { ...lit('verde'), desired: { ...lit().desired, since: SINCE + 8000 } };
  expect(times.changed(1, anew, at(false, 8000, true))).toBeNull();
});
