import { expect, test } from 'vitest';
import { createErrorTimes } from './error-times.ts';

const OFF_LINE = { error: true, errorReason: 'Dispositivo non in linea' };
const MUTE = { error: true, errorReason: 'Dispositivo silenzioso' };
const WELL = { error: false, errorReason: null };

test('an error lasts since it began, another one begins anew, and a device that is well has none', () => {
  const times = createErrorTimes();
  times.changed(1, OFF_LINE, 100);
  times.changed(1, OFF_LINE, 200);
  expect(times.of(1)).toBe(100);
  times.changed(1, MUTE, 300);
  expect(times.of(1)).toBe(300);
  times.changed(1, WELL, 400);
  expect(times.of(1)).toBeNull();
});

test('an error from before the start keeps its beginning until it ends or becomes another', () => {
  const times = createErrorTimes();
  times.load(new Map([[1, 50]]));
  times.changed(1, OFF_LINE, 100);
  times.changed(1, OFF_LINE, 200);
  expect(times.of(1)).toBe(50);
  times.changed(1, MUTE, 300);
  expect(times.of(1)).toBe(300);
});
