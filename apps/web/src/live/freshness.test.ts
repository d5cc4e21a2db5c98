import { CLOCK_EVERY_MS, SILENCE_MS } from '@semaforo/contract/live/events';
import { expect, test } from 'vitest';
import { isSilent, type Received, receive } from './freshness.ts';

const SERVER = Date.parse('2026-11-24T02:00:00.000Z');
const START: Received = { at: { steady: 1000, wall: SERVER } };
const DAY_MS = 24 * 60 * 60 * 1000;

/** Both clocks of the page so long after the start; the wall clock may be off. */
const after = (ms: number, wallOffMs = 0) => ({ steady: 1000 + ms, wall: SERVER + ms + wallOffMs });

/** How far the server's clock is off at each event, and how many there are. */
type Ramp = { serverOffMs?: (event: number) => number; events?: number };

/** Which of the server's clocks, one every five seconds and each so late, ends the connection; undefined for none. */
function eventsUntilLost(lateMs: (event: number) => number, { serverOffMs, events = 100 }: Ramp = {}) {
  let received: Received | undefined = START;
  for (let event = 0; event < events; event += 1) {
    const sentAt = event * CLOCK_EVERY_MS;
    received = receive(
      received,
      after(sentAt + lateMs(event)),
      SERVER + sentAt + (serverOffMs?.(event) ?? 0),
    );
    if (received === undefined) return event;
  }
  return undefined;
}

test('a silence is measured by either clock', () => {
  expect(isSilent(START, after(SILENCE_MS - 1))).toBe(false);
  expect(isSilent(START, after(SILENCE_MS))).toBe(true);
  // The computer slept: its steady clock stood still.
  expect(isSilent(START, { steady: 1001, wall: SERVER + SILENCE_MS })).toBe(true);
  // The wall clock was set back.
  expect(isSilent(START, { steady: 1000 + SILENCE_MS, wall: SERVER - DAY_MS })).toBe(true);
});

test('what is heard first after a sleep was said before it', () => {
  expect(receive(START, { steady: 1001, wall: SERVER + SILENCE_MS })).toBeUndefined();
  expect(receive(START, after(SILENCE_MS))).toBeUndefined();
  expect(receive(START, after(SILENCE_MS - 1))).toEqual({ at: after(SILENCE_MS - 1) });
});

test('a lag that grows is a loss as soon as it has grown by more than three seconds', () => {
  expect(eventsUntilLost((event) => event * 1000)).toBe(4);
  expect(eventsUntilLost((event) => event * 3010)).toBe(1);
});

test('a lag that comes and goes within three seconds is none', () => {
  expect(eventsUntilLost((event) => (event % 2 === 0 ? 40 : 2900))).toBeUndefined();
});

test('the least delay of the connection is what the others are measured by', () => {
  expect(eventsUntilLost((event) => [2000, 40, 2900, 3100][event] ?? 40)).toBe(3);
});

test('a server whose clock is set back is lost once: a new connection goes by the new clock', () => {
  const setBack = { serverOffMs: (event: number) => (event < 3 ? 0 : -60_000) };
  expect(eventsUntilLost(() => 40, setBack)).toBe(3);
  expect(eventsUntilLost(() => 40, { serverOffMs: () => -60_000 })).toBeUndefined();
});

test('a server whose clock is set forward is not lost', () => {
  expect(eventsUntilLost(() => 40, { serverOffMs: (event) => (event < 3 ? 0 : 60_000) })).toBeUndefined();
});

test('a wall clock that is set changes nothing, but for one silence when it is set far forward', () => {
  const first = receive(START, after(40), SERVER);
  const back = first && receive(first, after(5040, -DAY_MS), SERVER + 5000);
  expect(back && receive(back, after(10_040, -DAY_MS), SERVER + 10_000)).toBeDefined();
  const forward = after(5040, DAY_MS);
  expect(first && receive(first, forward, SERVER + 5000)).toBeUndefined();
  const anew = receive({ at: forward }, after(5080, DAY_MS), SERVER + 5040);
  expect(anew && receive(anew, after(10_040, DAY_MS), SERVER + 10_000)).toBeDefined();
});

test('clocks that drift apart for days do not add up to a loss', () => {
  const driftMs = (event: number) => event * CLOCK_EVERY_MS * 0.0001;
  const events = (3 * DAY_MS) / CLOCK_EVERY_MS;
  expect(eventsUntilLost(() => 40, { serverOffMs: (event) => -driftMs(event), events })).toBeUndefined();
});
