import { afterEach, expect, test } from 'vitest';
import { noteServerTime, serverNow } from './server-clock.ts';

afterEach(() => noteServerTime(new Date().toISOString()));

test('what is no time leaves the clock as the last time set it', () => {
  noteServerTime('2026-11-20T03:00:00.000Z');
  noteServerTime('');
  expect(new Date(serverNow()).toISOString()).toMatch(/^2026-11-20T03:00:/);
});
