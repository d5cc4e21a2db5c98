import { afterEach, expect, test } from 'vitest';
import { noteServerDate, noteServerTime, serverNow } from './server-clock.ts';

afterEach(() => noteServerTime(new Date().toISOString()));

test('an invalid time leaves the clock unchanged', () => {
  noteServerTime('2026-11-20T03:00:00.000Z');
  noteServerTime('');
  expect(new Date(serverNow()).toISOString()).toMatch(/^2026-11-20T03:00:/);
});

test('the date of an answer moves only a clock that is behind it', () => {
  noteServerTime('2026-11-20T03:00:00.500Z');
  noteServerDate('Fri, 20 Nov 2026 02:59:30 GMT');
  expect(new Date(serverNow()).toISOString()).toMatch(/^2026-11-20T03:00:/);
  noteServerDate('Fri, 20 Nov 2026 03:10:00 GMT');
  expect(new Date(serverNow()).toISOString()).toMatch(/^2026-11-20T03:10:/);
});
