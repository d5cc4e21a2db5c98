import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { formatMessage } from '../notifications/messages.ts';
import type { EndedOn } from './channel-level.ts';
import type { ChannelMessage, ChannelsRepository } from './channels.repository.ts';
import { createCitizenChannels } from './citizen-channels.ts';
import { createReadFacts } from './read-facts.ts';
import type { ChannelSignal, Shown } from './shown-by-signals.ts';

const NOON = Date.parse('2026-11-20T11:00:00Z');
const SETTLED_AFTER_MS = 5000;
const POSTED_AT_LATEST_MS = 30_000;
const UNANSWERED_AFTER_MS = 60_000;
const NAMES = ['Piazza', 'Ponte', 'Sottopasso'];

const signal = (name: string, change: Partial<ChannelSignal> = {}): ChannelSignal => ({
  id: NAMES.indexOf(name),
  name,
  status: 'verde',
  error: false,
  stale: false,
  silent: false,
  pending: null,
  desired: null,
  outOfSync: false,
  inMaintenance: false,
  inExercise: false,
  ...change,
});

let now: number;
let signals: ChannelSignal[];
let last: ChannelMessage | undefined;
let posted: string[];
/** The page of the Comune, and from which colors on citizens were told. */
let slug: string | undefined;
let toCitizens: (readonly SignalColor[])[];
let reads: number;
let shown: Map<number, Shown>;
let inForce: SignalColor | null;
let ended: EndedOn[];
/** What else happens while a post is stored. */
let meanwhile: () => void;
let channels: ReturnType<typeof createCitizenChannels>;

beforeEach(() => {
  now = NOON;
  signals = NAMES.map((name) => signal(name));
  shown = new Map();
  inForce = null;
  ended = [];
  last = { channel: '@valdombra', state: 'verde', at: NOON - 1 };
  posted = [];
  slug = undefined;
  toCitizens = [];
  reads = 0;
  meanwhile = () => undefined;
  const clock = { now: () => now };
  const repository = {
    list: () => Promise.resolve([{ userId: 1, username: 'Valdombra', channel: '@valdombra', slug, last }]),
    save: (_userId, post) => {
      last = post;
      return Promise.resolve();
    },
    shownBy: () => Promise.resolve(new Map(shown)),
    saveShown: (_userId, some) => {
      for (const [id, one] of some) shown.set(id, one);
      return Promise.resolve();
    },
    forgetShown: () => Promise.resolve(),
  } satisfies ChannelsRepository;
  channels = createCitizenChannels({
    repository,
    readFacts: createReadFacts({
      ...{ repository, clock },
      alerts: { inForce: () => Promise.resolve(inForce), listEnded: () => Promise.resolve(ended) },
      signalsOf: () => {
        reads += 1;
        return Promise.resolve(signals);
      },
    }),
    basePath: '/semaforo',
    enqueue: ({ kind, facts, audience }) => {
      meanwhile();
      if (audience.to === 'citizens') {
        toCitizens.push(audience.from);
        expect(facts).toMatchObject({ path: '/semaforo/c/valdombra' });
        return Promise.resolve([]);
      }
      if (typeof facts !== 'function') posted.push(formatMessage(kind, facts).text);
      return Promise.resolve([]);
    },
    isLeader: () => true,
    clock,
    logger: createTestLogger(),
    settledAfterMs: SETTLED_AFTER_MS,
    postedAtLatestMs: POSTED_AT_LATEST_MS,
    unansweredAfterMs: UNANSWERED_AFTER_MS,
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

test('signals that showed an alert and do not answer are reported once, after a minute', async () => {
  await pass(0, [signal('Piazza', { status: 'rosso' }), signal('Ponte'), signal('Sottopasso')]);
  await pass(SETTLED_AFTER_MS);
  const lost = [signal('Piazza', { status: 'rosso', error: true }), signal('Ponte'), signal('Sottopasso')];
  await pass(1000, lost);
  await pass(UNANSWERED_AFTER_MS - 1);
  expect(posted).toHaveLength(1);
  await pass(1);
  expect(posted[1]).toBe(
    '⚠️ Comune di Valdombra: dalle 12:00 del 20/11/2026 1 semaforo di 3 non risponde: Piazza. L’ultima indicazione resta allerta rossa',
  );
  await pass(UNANSWERED_AFTER_MS);
  expect(posted).toHaveLength(2);
});

test('the end of an alert is posted since when nothing says more, not since the lamps changed', async () => {
  inForce = 'rosso';
  await pass(0, allRed());
  await pass(SETTLED_AFTER_MS);
  await pass(
    1000,
    signals.map((one) => ({ ...one, status: 'verde' as const })),
  );
  await pass(3_600_000);
  expect(posted).toHaveLength(1);
  inForce = null;
  await pass(0);
  await pass(SETTLED_AFTER_MS);
  expect(posted[1]).toBe('🟢 Comune di Valdombra: nessuna allerta dalle 13:00 del 20/11/2026');
});

test('an alert that a person ended is said to be over, with the signal that does not confirm it', async () => {
  await pass(0, allRed());
  await pass(SETTLED_AFTER_MS);
  ended = NAMES.map((_, deviceId) => ({ deviceId, color: 'rosso', at: now }));
  await pass(0, [signal('Piazza', { status: 'rosso', error: true }), signal('Ponte'), signal('Sottopasso')]);
  await pass(SETTLED_AFTER_MS);
  expect(posted[1]).toMatch(
    /^⚪ .* non indicano più un’allerta, ma 1 semaforo di 3 non lo conferma: Piazza$/,
  );
});

test('citizens are told of what is as grave as they asked, and of its end; a new channel tells them nothing anew', async () => {
  slug = 'valdombra';
  await pass(0, allRed());
  await pass(SETTLED_AFTER_MS);
  expect(toCitizens).toEqual([['verde', 'giallo', 'arancio', 'rosso']]);
  await pass(0, allYellow());
  await pass(SETTLED_AFTER_MS);
  expect(toCitizens).toHaveLength(2);
  expect(toCitizens[1]).toContain('rosso');
  last = { channel: '@altro', state: 'giallo', at: now };
  await pass(SETTLED_AFTER_MS);
  await pass(SETTLED_AFTER_MS);
  expect(posted.at(-1)).toContain('allerta gialla');
  expect(toCitizens).toHaveLength(2);
});
