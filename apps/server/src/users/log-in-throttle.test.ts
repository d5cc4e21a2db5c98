import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type Attempt,
  createLogInThrottle,
  createSharedThrottle,
  type LogInThrottle,
} from './log-in-throttle.ts';

const ATTEMPT: Attempt = { username: 'anna', address: '192.0.2.1' };
const WINDOW_MS = 5 * 60 * 1000;

let throttle: LogInThrottle;
let elapsedMs = 0;

beforeEach(() => {
  vi.useFakeTimers();
  throttle = createLogInThrottle({ monotonicClock: { elapsedMs: () => elapsedMs } });
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

test('guesses at two servers count together, and so does the right password', async () => {
  const elsewhere = createLogInThrottle({ monotonicClock: { elapsedMs: () => elapsedMs } });
  const shared = createSharedThrottle(
    elsewhere,
    ({ outcome, ...attempt }) => void throttle[outcome](attempt),
  );
  await fail(5);
  for (let failure = 0; failure < 5; failure += 1) await shared.failed(ATTEMPT);
  await vi.advanceTimersByTimeAsync(0);
  expect(await throttle.waitFor(ATTEMPT)).toBe(300);
  await shared.succeeded(ATTEMPT);
  await vi.advanceTimersByTimeAsync(0);
  expect(await throttle.waitFor(ATTEMPT)).toBeUndefined();
});

test('the wait ends after five minutes, however many attempts were made', async () => {
  await fail(50);
  elapsedMs += WINDOW_MS;
  await vi.advanceTimersByTimeAsync(WINDOW_MS - 1000);
  expect(await throttle.waitFor(ATTEMPT)).toBe(1);
  await vi.advanceTimersByTimeAsync(1001);
  expect(await throttle.waitFor(ATTEMPT)).toBeUndefined();
});

test('an account that waits at one address can log in from another', async () => {
  await fail(10);
  expect(await throttle.waitFor({ ...ATTEMPT, address: '192.0.2.2' })).toBeUndefined();
});

test('another account at the same address waits only after a hundred failures of its network', async () => {
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

test('guesses from one /64 of IPv6 count together, those from the next one do not', async () => {
  const from = (host: number) => ({ ...ATTEMPT, address: `2001:db8:1:2::${host.toString(16)}` });
  for (let host = 1; host <= 10; host += 1) await fail(1, from(host));
  expect(await throttle.waitFor(from(11))).toBe(300);
  expect(await throttle.waitFor({ ...ATTEMPT, address: '2001:db8:1:3::1' })).toBeUndefined();
});

test('guesses on an account from everywhere wait longer each time, up to a minute, and never for good', async () => {
  const from = (place: number) => ({ ...ATTEMPT, address: `198.51.100.${place}` });
  const waits: (number | undefined)[] = [];
  for (let place = 1; place <= 30; place += 1) {
    await fail(1, from(place));
    waits.push(await throttle.waitFor(from(200)));
  }
  expect(waits.slice(0, 19)).toEqual(Array.from({ length: 19 }, () => undefined));
  expect(waits.slice(19)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60]);
  expect(await throttle.waitFor({ ...from(200), username: 'bruno' })).toBeUndefined();
  elapsedMs += 60_000;
  expect(await throttle.waitFor(from(200))).toBeUndefined();
  elapsedMs += 60 * 60 * 1000;
  await fail(1, from(31));
  expect(await throttle.waitFor(from(200))).toBeUndefined();
});

test('a known browser is kept out by its own failures only, and strangers are not by those', async () => {
  const known = { ...ATTEMPT, countedAs: 'browser 1' };
  for (let account = 0; account < 100; account += 1) await fail(1, { ...ATTEMPT, username: `u${account}` });
  await fail(50);
  expect(await throttle.waitFor(known)).toBeUndefined();
  await fail(10, known);
  expect(await throttle.waitFor(known)).toBe(300);
  expect(await throttle.waitFor({ ...known, countedAs: 'browser 2' })).toBeUndefined();
  expect(await throttle.waitFor({ ...ATTEMPT, username: 'carla', address: '192.0.2.9' })).toBeUndefined();
});

test('one password at many accounts is slowed down over the networks of one customer', async () => {
  const spray = (index: number): Attempt => ({
    username: `comune-${index}`,
    address: `2001:db8:1:${(0x200 + (index % 256)).toString(16)}::1`,
  });
  for (let index = 0; index < 199; index += 1) await throttle.failed(spray(index));
  expect(await throttle.waitFor(spray(250))).toBeUndefined();
  await throttle.failed(spray(199));
  expect(await throttle.waitFor(spray(250))).toBe(300);
  expect(await throttle.waitFor({ ...spray(250), countedAs: 'browser' })).toBeUndefined();
  expect(await throttle.waitFor({ ...spray(250), address: '2001:db8:1:300::1' })).toBeUndefined();
});

test('one password at many accounts is slowed down over the addresses of one IPv4 network', async () => {
  for (let index = 0; index < 200; index += 1)
    await throttle.failed({ username: `comune-${index}`, address: `192.0.2.${index}` });
  expect(await throttle.waitFor({ username: 'anna', address: '192.0.2.250' })).toBe(300);
  expect(await throttle.waitFor({ username: 'anna', address: '192.0.3.250' })).toBeUndefined();
});
