import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestLogger } from '../../../test/test-logger.ts';
import { until } from '../../../test/until.ts';
import type { ChannelSignal } from './channel-level.ts';
import type { ChannelPost } from './channels.repository.ts';
import { type CitizenChannels, createCitizenChannels } from './citizen-channels.ts';

const NOON = Date.parse('2026-11-20T11:00:00Z');
const SETTLED_AFTER_MS = 5000;
const TOLD_AT_LATEST_MS = 30_000;

const signal = (place: string, change: Partial<ChannelSignal> = {}): ChannelSignal => ({
  place,
  status: 'verde',
  standing: 'confirmed',
  pending: false,
  ...change,
});

let now: number;
let signals: ChannelSignal[];
let last: ChannelPost | undefined;
let posted: string[];
let looks: number;
/** What else happens while a post is being stored. */
let meanwhile: () => void;
let channels: CitizenChannels;

beforeEach(() => {
  now = NOON;
  signals = [signal('Piazza'), signal('Ponte'), signal('Sottopasso')];
  last = { channel: '@valdombra', state: 'verde', at: NOON - 1 };
  posted = [];
  looks = 0;
  meanwhile = () => undefined;
  channels = createCitizenChannels({
    repository: {
      list: () => Promise.resolve([{ userId: 1, username: 'Valdombra', channel: '@valdombra', last }]),
      save: (_, post) => {
        last = post;
        return Promise.resolve();
      },
    },
    signalsOf: () => {
      looks += 1;
      return signals;
    },
    outbox: {
      put: (notices) => {
        meanwhile();
        posted.push(...notices.map(({ text }) => text));
        return Promise.resolve();
      },
    },
    isLeader: () => true,
    clock: { now: () => now },
    logger: createTestLogger(),
    settledAfterMs: SETTLED_AFTER_MS,
    toldAtLatestMs: TOLD_AT_LATEST_MS,
    lookEveryMs: 1,
  });
});
afterEach(() => channels.stop());

/** The signals say something new, after so long, and are looked at. */
async function pass(ms: number, next = signals): Promise<void> {
  now += ms;
  signals = next;
  channels.touch(1);
  const before = looks;
  // The second look begins after the first one has ended.
  await until('they are looked at', () => looks > before + 1 || (looks > before && posted.length > 0));
}

const allYellow = () => signals.map((one) => ({ ...one, status: 'giallo' as const }));
const allRed = () => signals.map((one) => ({ ...one, status: 'rosso' as const }));

test('a level is told once it has settled, with the time since which it stands', async () => {
  await pass(0, allRed());
  await pass(SETTLED_AFTER_MS - 1);
  expect(posted).toEqual([]);
  await pass(1);
  expect(posted).toEqual(['🔴 Comune di Valdombra: allerta rossa dalle 12:00 del 20/11/2026']);
});

test('a signal with a bad contact delays an alert by half a minute at most', async () => {
  await pass(0, allRed());
  for (let second = 1; second < 30; second += 1) {
    const standing = second % 2 === 0 ? 'confirmed' : 'failed';
    await pass(1000, [...allRed().slice(0, 2), signal('Sottopasso', { status: 'rosso', standing })]);
  }
  expect(posted).toEqual([]);
  await pass(1000, [
    ...allRed().slice(0, 2),
    signal('Sottopasso', { status: 'rosso', standing: 'confirmed' }),
  ]);
  expect(posted).toEqual(['🔴 Comune di Valdombra: allerta rossa dalle 12:00 del 20/11/2026']);
});

test('a clock that is set back keeps no alert back', async () => {
  await pass(0, allRed());
  await pass(-3_600_000);
  await pass(SETTLED_AFTER_MS);
  expect(posted).toHaveLength(1);
});

test('a level that comes and goes is not told', async () => {
  for (let second = 0; second < 40; second += 4) {
    await pass(4000, second % 8 === 0 ? allRed() : signals.map((one) => ({ ...one, status: 'verde' })));
  }
  expect(posted).toEqual([]);
});

test('what a signal says while a post is being stored is told after it', async () => {
  let looksBefore = Number.POSITIVE_INFINITY;
  meanwhile = () => {
    meanwhile = () => undefined;
    looksBefore = looks;
    signals = allRed();
    channels.touch(1);
  };
  await pass(0, allYellow());
  await pass(SETTLED_AFTER_MS);
  await until('red is looked at', () => looks > looksBefore);
  now += SETTLED_AFTER_MS;
  await until('red is posted', () => posted.length === 2);
  expect(posted).toEqual([
    expect.stringContaining('allerta gialla'),
    expect.stringContaining('allerta rossa'),
  ]);
});

test('what could not be stored is posted once it can', async () => {
  meanwhile = () => {
    meanwhile = () => undefined;
    throw new Error('the database is away');
  };
  await pass(0, allRed());
  await pass(SETTLED_AFTER_MS);
  await until('red is posted', () => posted.length === 1);
});
