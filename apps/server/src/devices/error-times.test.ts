import { expect, test } from 'vitest';
import { createErrorTimes } from './error-times.ts';

const OFF_LINE = { error: true, errorReason: 'Dispositivo non in linea', lamps: {} };
const MUTE = { error: true, errorReason: 'Dispositivo silenzioso', lamps: {} };
const WELL = { error: false, errorReason: null, lamps: {} };
const MINUTE_MS = 60_000;

/** A device that said at that time that these lamps are lit. */
const lit = (now: number, ...colors: ('verde' | 'arancio' | 'rosso')[]) => ({
  ...WELL,
  lamps: Object.fromEntries(colors.map((color) => [color, { on: true, saidAt: now, saidIn: 1 }])),
});
const at = (now: number, pending: 'rosso' | null = null) => ({ now, pending });

test('an error lasts since it began, another one begins anew, and a device that is well has none', () => {
  const times = createErrorTimes();
  expect(times.changed(1, OFF_LINE, at(100))).toEqual({ reason: OFF_LINE.errorReason, at: 100 });
  expect(times.changed(1, OFF_LINE, at(200))).toBeUndefined();
  expect(times.of(1)).toBe(100);
  expect(times.changed(1, MUTE, at(300))).toEqual({ reason: MUTE.errorReason, at: 300 });
  expect(times.of(1)).toBe(300);
  expect(times.changed(1, WELL, at(400))).toBeNull();
  expect(times.of(1)).toBeNull();
});

test('an error from before the start keeps its beginning until it ends or becomes another', () => {
  const times = createErrorTimes();
  times.load(new Map([[1, { at: 50 }]]));
  times.changed(1, OFF_LINE, at(100));
  times.changed(1, OFF_LINE, at(200));
  expect(times.of(1)).toBe(50);
  times.changed(1, MUTE, at(300));
  expect(times.of(1)).toBe(300);
});

test('several lit lamps that are said again for five minutes are one error, until one lamp is left', () => {
  const times = createErrorTimes();
  const began = times.changed(1, lit(0, 'verde', 'rosso'), at(0));
  expect(began).toEqual({ reason: 'Più lampade accese: verde e rosso', at: 0 });
  for (let now = 7000; now < 5 * MINUTE_MS; now += 7000)
    expect(times.changed(1, lit(now, 'verde', 'rosso'), at(now))).toBeUndefined();
  expect(
    times.changed(1, lit(5 * MINUTE_MS, 'verde', 'arancio', 'rosso'), at(5 * MINUTE_MS)),
  ).toBeUndefined();
  expect(times.of(1)).toBe(0);
  expect(times.changed(1, lit(6 * MINUTE_MS, 'rosso'), at(6 * MINUTE_MS))).toBeNull();
});

test('a command that a device answers with several lamps is in error since they contradicted, once it is over', () => {
  const times = createErrorTimes();
  expect(times.changed(1, lit(100, 'verde', 'rosso'), at(100, 'rosso'))).toBeUndefined();
  expect(times.of(1)).toBeNull();
  const reason = 'Più lampade accese: verde e rosso';
  const failed = { ...lit(100, 'verde', 'rosso'), error: true, errorReason: reason };
  expect(times.changed(1, failed, at(5000))).toEqual({ reason, at: 100 });
  // Its next report takes the mark of the failed command away, and says the same of its lamps.
  expect(times.changed(1, lit(7000, 'verde', 'rosso'), at(7000))).toBeUndefined();
  expect(times.of(1)).toBe(100);
});

test('a command in between does not end the error of several lamps, and one that ends with one lamp does', () => {
  const times = createErrorTimes();
  times.changed(1, lit(0, 'verde', 'rosso'), at(0));
  expect(times.changed(1, lit(0, 'verde', 'rosso'), at(1000, 'rosso'))).toBeUndefined();
  expect(times.changed(1, lit(1200, 'rosso'), at(1200, 'rosso'))).toBeNull();
});

test('a command that lights the new lamp before it darkens the former one makes no error', () => {
  const times = createErrorTimes();
  const changes = [
    times.changed(1, lit(0, 'verde'), at(0, 'rosso')),
    times.changed(1, lit(10, 'verde', 'rosso'), at(10, 'rosso')),
    times.changed(1, lit(50, 'rosso'), at(50, 'rosso')),
    times.changed(1, lit(50, 'rosso'), at(60)),
  ];
  expect(changes).toEqual([undefined, undefined, undefined, undefined]);
});
