import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogInThrottle, type LogInThrottle } from './log-in-throttle.ts';

const ATTEMPT = { username: 'anna', address: '192.0.2.1' };
const WINDOW_MS = 5 * 60 * 1000;

let throttle: LogInThrottle;

beforeEach(() => {
  vi.useFakeTimers();
  throttle = createLogInThrottle();
});
afterEach(() => {
  vi.useRealTimers();
});

async function fail(times: number, attempt = ATTEMPT): Promise<void> {
  for (let failure = 0; failure < times; failure += 1) await throttle.failed(attempt);
}

test('the account waits after ten failures, not after nine', async () => {
  await fail(9);
  expect(await throttle.waitFor(ATTEMPT)).toBeUndefined();
  await fail(1);
  expect(await throttle.waitFor(ATTEMPT)).toBe(300);
});

test('the wait ends after five minutes, however many attempts were made', async () => {
  await fail(50);
  await vi.advanceTimersByTimeAsync(WINDOW_MS - 1000);
  expect(await throttle.waitFor(ATTEMPT)).toBe(1);
  await vi.advanceTimersByTimeAsync(1001);
  expect(await throttle.waitFor(ATTEMPT)).toBeUndefined();
});

test('an account that waits at one address can log in from another', async () => {
  await fail(10);
  expect(await throttle.waitFor({ ...ATTEMPT, address: '192.0.2.2' })).toBeUndefined();
});

test('another account at the same address waits only after a hundred failures of the address', async () => {
  await fail(10);
  const other = { ...ATTEMPT, username: 'bruno' };
  expect(await throttle.waitFor(other)).toBeUndefined();
  for (let account = 0; account < 90; account += 1) await fail(1, { ...ATTEMPT, username: `u${account}` });
  expect(await throttle.waitFor(other)).toBe(300);
});

test('a successful log-in resets the failures of the account', async () => {
  await fail(9);
  await throttle.succeeded(ATTEMPT);
  await fail(9);
  expect(await throttle.waitFor(ATTEMPT)).toBeUndefined();
});

test.each(['ANNA', 'Anna', 'ａnna'])(
  'a failed log-in as %s counts for the account anna',
  async (username) => {
    await fail(10, { ...ATTEMPT, username });
    expect(await throttle.waitFor(ATTEMPT)).toBe(300);
  },
);
