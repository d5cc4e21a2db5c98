import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { COMMAND_ACKNOWLEDGED_WITHIN_MS } from './limits.ts';
import { createUnacknowledged, type Unacknowledged } from './unacknowledged.ts';

const DEVICE = {};
const OTHER = {};
const CHECKS_MS = 250;

let overdue: object[];
let messages: Unacknowledged<object>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  overdue = [];
  messages = createUnacknowledged<object>((client) => overdue.push(client));
});
afterEach(() => {
  messages.stop();
  vi.useRealTimers();
});

test('who leaves a command unacknowledged for its time is named once, and nobody for anything else', () => {
  messages.sent(OTHER, false);
  messages.sent(DEVICE, false);
  messages.sent(DEVICE, true);
  messages.acknowledged(DEVICE);
  vi.advanceTimersByTime(COMMAND_ACKNOWLEDGED_WITHIN_MS - CHECKS_MS);
  expect(overdue).toEqual([]);
  vi.advanceTimersByTime(3 * CHECKS_MS);
  expect(overdue).toEqual([DEVICE]);
});

test('an acknowledgement is of the oldest message: a later command has its own time', () => {
  messages.sent(DEVICE, true);
  messages.sent(DEVICE, false);
  vi.advanceTimersByTime(COMMAND_ACKNOWLEDGED_WITHIN_MS / 2);
  messages.sent(DEVICE, true);
  messages.acknowledged(DEVICE);
  messages.acknowledged(DEVICE);
  vi.advanceTimersByTime(COMMAND_ACKNOWLEDGED_WITHIN_MS - CHECKS_MS);
  expect(overdue).toEqual([]);
  vi.advanceTimersByTime(3 * CHECKS_MS);
  expect(overdue).toEqual([DEVICE]);
});

test('who has acknowledged all, or has left, is not named', () => {
  for (const client of [DEVICE, OTHER]) messages.sent(client, true);
  messages.acknowledged(DEVICE);
  messages.acknowledged(DEVICE);
  messages.left(OTHER);
  vi.advanceTimersByTime(2 * COMMAND_ACKNOWLEDGED_WITHIN_MS);
  expect(overdue).toEqual([]);
});
