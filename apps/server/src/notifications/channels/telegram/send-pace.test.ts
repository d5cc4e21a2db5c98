import { expect, test } from 'vitest';
import { createSendPace } from './send-pace.ts';

/** Sends to the chats in turn, each time as soon as allowed; returns when each message was sent. */
function sendAll(chatIds: readonly string[]): number[] {
  const pace = createSendPace();
  let now = 0;
  return chatIds.map((chatId) => {
    now += pace.waitMs(chatId, now);
    pace.spend(chatId, now);
    return now;
  });
}

function mostWithin(times: readonly number[], windowMs: number): number {
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length));
}

test('the pace allows 30 messages a second in all', () => {
  const times = sendAll(Array.from({ length: 300 }, (_, index) => String(index)));
  expect(mostWithin(times, 1000)).toBe(30);
  expect(times.at(-1)).toBeLessThan(11_000);
});

test('the pace allows one message a second to a chat', () => {
  const times = sendAll(Array.from({ length: 30 }, () => '42'));
  expect(mostWithin(times, 1000)).toBe(1);
});

test.each(['-100123', '@comune_x'])(
  'the pace allows 20 messages a minute to the group or channel %s',
  (chatId) => {
    const times = sendAll(Array.from({ length: 100 }, () => chatId));
    expect(mostWithin(times, 60_000)).toBe(20);
    expect(mostWithin(times, 1000)).toBe(1);
  },
);

test('a chat that is held waits while the others do not', () => {
  const pace = createSendPace();
  pace.holdChat('42', 5000);
  expect([pace.waitMs('42', 0), pace.waitMs('43', 0)]).toEqual([5000, 0]);
  expect(pace.waitMs('42', 5000)).toBe(0);
});

test('a shorter hold does not end a longer one', () => {
  const pace = createSendPace();
  pace.holdAll(5000);
  pace.holdAll(2000);
  expect(pace.waitMs('42', 0)).toBe(5000);
});
