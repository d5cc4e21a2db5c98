import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestLogger } from '../../../test/test-logger.ts';
import type { ChannelSignal } from './channel-level.ts';
import type { ChannelPost } from './channels.repository.ts';
import { type CitizenChannels, createCitizenChannels } from './citizen-channels.ts';

const NOON = Date.parse('2026-11-20T11:00:00Z');
const SETTLED_AFTER_MS = 5000;
const POSTED_AT_LATEST_MS = 30_000;

const signal = (name: string, change: Partial<ChannelSignal> = {}): ChannelSignal => ({
  name,
  status: 'verde',
  error: false,
  stale: false,
  outOfSync: false,
  pending: null,
  ...change,
});

let now: number;
let signals: ChannelSignal[];
let last: ChannelPost | undefined;
let posted: string[];
let reads: number;
/** What else happens while a post is stored. */
let meanwhile: () => void;
let channels: CitizenChannels;

beforeEach(() => {
  now = NOON;
  signals = [signal('Piazza'), signal('Ponte'), signal('Sottopasso')];
  last = { channel: '@valdombra', state: 'verde', at: NOON - 1 };
  posted = [];
  reads = 0;
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
      reads += 1;
      return Promise.resolve(signals);
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
    postedAtLatestMs: POSTED_AT_LATEST_MS,
    checkEveryMs: 1,
  });
});
afterEach(() => channels.stop());

/** Lets time pass, changes the signals and waits until they are read. */
async function pass(ms: number, next = signals): Promise<void> {
  now += ms;
  signals = next;
  channels.touch(1);
  const before = reads;
  // The second read begins after the first check has ended.
  await until('the signals are read', () => reads > before + 1 || (reads > before && posted.length > 0));
}

const allYellow = () => signals.map((one) => ({ ...one, status: 'giallo' as const }));
const allRed = () => signals.map((one) => ({ ...one, status: 'rosso' as const }));

test('a level is posted when it has settled, with the time since when it holds', async () => {
  await pass(0, allRed());
  await pass(SETTLED_AFTER_MS - 1);
  expect(posted).toEqual([]);
  await pass(1);
  expect(posted).toEqual(['🔴 Comune di Valdombra: allerta rossa dalle 12:00 del 20/11/2026']);
});

test('a signal with a bad contact delays an alert by half a minute at most', async () => {
  await pass(0, allRed());
  for (let second = 1; second < 30; second += 1) {
    const error = second % 2 === 1;
    await pass(1000, [...allRed().slice(0, 2), signal('Sottopasso', { status: 'rosso', error })]);
  }
  expect(posted).toEqual([]);
  await pass(1000, [...allRed().slice(0, 2), signal('Sottopasso', { status: 'rosso' })]);
  expect(posted).toEqual(['🔴 Comune di Valdombra: allerta rossa dalle 12:00 del 20/11/2026']);
});

test('a clock that is set back delays no alert', async () => {
  await pass(0, allRed());
  await pass(-3_600_000);
  await pass(SETTLED_AFTER_MS);
  expect(posted).toHaveLength(1);
});

test('a level that comes and goes is not posted', async () => {
  for (let second = 0; second < 40; second += 4) {
    await pass(4000, second % 8 === 0 ? allRed() : signals.map((one) => ({ ...one, status: 'verde' })));
  }
  expect(posted).toEqual([]);
});

test('a change while a post is stored gets a post of its own', async () => {
  let readsBefore = Number.POSITIVE_INFINITY;
  meanwhile = () => {
    meanwhile = () => undefined;
    readsBefore = reads;
    signals = allRed();
    channels.touch(1);
  };
  await pass(0, allYellow());
  await pass(SETTLED_AFTER_MS);
  await until('red is read', () => reads > readsBefore);
  now += SETTLED_AFTER_MS;
  await until('red is posted', () => posted.length === 2);
  expect(posted).toEqual([
    expect.stringContaining('allerta gialla'),
    expect.stringContaining('allerta rossa'),
  ]);
});

test('a post that the database did not store is posted later', async () => {
  meanwhile = () => {
    meanwhile = () => undefined;
    throw new Error('no database');
  };
  await pass(0, allRed());
  await pass(SETTLED_AFTER_MS);
  await until('red is posted', () => posted.length === 1);
});
