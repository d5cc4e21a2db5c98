import { afterEach, expect, test } from 'vitest';
import { noteServerTime, serverNow } from './server-clock.ts';

afterEach(() => noteServerTime(new Date().toISOString()));

test('an invalid time leaves the clock unchanged', () => {
  noteServerTime('2026-11-20T03:00:00.000Z');
  noteServerTime('');
  expect(new Date(serverNow()).toISOString()).toMatch(/^2026-11-20T03:00:/);
});
