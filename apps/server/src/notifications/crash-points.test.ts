import { setImmediate } from 'node:timers/promises';
import { until } from '@semaforo/testing/until';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW } from '../../test/acts.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { createTestLogger } from '../../test/test-logger.ts';
import { TEST_SECRETS } from '../../test/test-secrets.ts';
import type { OpenDatabase } from '../database/engine.ts';
import type { Channel, Send } from './channel.port.ts';
import { createDispatcher } from './dispatch.ts';
import { createOutbox, type Outbox } from './outbox.ts';

/** What is to be notified: to whom, in how many messages, and how often it is refused for now at first. */
type Drawn = { recipient: string; parts: number; refusals: number };

/**
 * `at-most-once` is Telegram, which knows no key by which it would leave out a second message. `at-least-once` are
 * e-mail and browsers, which have one.
 */
const PROTOCOLS = { 'at-most-once': 'telegram', 'at-least-once': 'email' } as const;
type Protocol = keyof typeof PROTOCOLS;

/** One server restarts after the crash, or another one that ran all the while goes on alone. */
type Successor = 'the same server' | 'another server';

const HISTORIES = fc.sample(
  fc.array(
    fc.record({
      recipient: fc.constantFrom('1', '2', '3'),
      parts: fc.constantFrom(1, 1, 2),
      refusals: fc.constantFrom(0, 0, 1),
    }),
    { minLength: 4, maxLength: 7 },
  ),
  { seed: 79, numRuns: 5 },
);

let database: OpenDatabase;
beforeAll(async () => {
  database = await createTestDatabase('sqlite');
});
afterAll(() => database.close());

/** Thrown where a process is cut. From then on nothing that it does has any effect. */
class Crash extends Error {}

/** A process that ends at its n-th step. */
function createProcess(stepsToLive: number) {
  let steps = 0;
  const step = () => {
    steps += 1;
    if (steps >= stepsToLive) throw new Crash(`at step ${steps}`);
  };
  return {
    step,
    isDead: () => steps >= stepsToLive,
    /** Cuts before and after the commit. */
    around:
      <A extends unknown[], R>(commit: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> => {
        step();
        const result = await commit(...args);
        step();
        return result;
      },
  };
}

type Process = ReturnType<typeof createProcess>;

/** What the far side has taken, which outlives every crash: `key/part`. */
type Taken = string[];

function createServer(options: {
  serverId: string;
  protocol: Protocol;
  drawn: readonly Drawn[];
  taken: Taken;
  refused: Map<string, number>;
  process: Process;
  clock: { now: () => number };
}) {
  const { serverId, protocol, drawn, taken, refused, process, clock } = options;
  const name = PROTOCOLS[protocol];
  const outbox = createOutbox({ db: database.db, channels: [name], serverId, clock });
  const cut: Outbox = {
    ...outbox,
    claim: process.around(outbox.claim),
    settle: process.around(outbox.settle),
    listNext: async (channel) => {
      if (process.isDead()) throw new Crash();
      const read = await outbox.listNext(channel);
      // Two servers act on the same reading, and one must win.
      await setImmediate();
      return read;
    },
  };
  const send: Send = ({ key, partsSent }) => {
    process.step();
    const { parts, refusals } = drawn[Number(key)] ?? { parts: 1, refusals: 0 };
    const before = refused.get(key) ?? 0;
    if (before < refusals) {
      refused.set(key, before + 1);
      process.step();
      return Promise.resolve({ outcome: 'retry', failure: 'not now', afterMs: 0 });
    }
    taken.push(`${key}/${partsSent}`);
    process.step();
    return Promise.resolve({ outcome: partsSent + 1 < parts ? 'part-sent' : 'sent' });
  };
  const channel: Channel = {
    ...{ name, keepsOrder: protocol === 'at-most-once', repeats: protocol === 'at-least-once' },
    ...{ tries: 9, callsAtOnce: 3, everyMs: 0, isReady: () => true },
    open: () => Promise.resolve(send),
  };
  const dispatcher = createDispatcher({
    channel,
    outbox: cut,
    secrets: TEST_SECRETS,
    clock,
    logger: createTestLogger(),
  });
  return { outbox, dispatcher };
}

const readAll = () => database.db.selectFrom('notifications').selectAll().orderBy('id').execute();

/** Plays a history with a crash at a step; resolves to what came of it. */
async function play(options: {
  protocol: Protocol;
  successor: Successor;
  drawn: readonly Drawn[];
  crashAt: number;
}) {
  const { protocol, successor, drawn, crashAt } = options;
  await database.db.deleteFrom('notifications').execute();
  const taken: Taken = [];
  let now = NOW;
  const shared = { protocol, drawn, taken, refused: new Map<string, number>(), clock: { now: () => now } };
  const immortal = createProcess(Number.POSITIVE_INFINITY);
  const process = createProcess(crashAt);
  const first = createServer({ ...shared, serverId: 'uno', process });
  const other =
    successor === 'another server'
      ? createServer({ ...shared, serverId: 'due', process: immortal })
      : undefined;

  // Each is stored with what it reports, in one transaction, which a crash cuts before or after its commit.
  let reported = 0;
  for (const [index, { recipient }] of drawn.entries()) {
    const audience =
      protocol === 'at-most-once'
        ? ({ to: 'telegram', chatId: recipient, userId: null } as const)
        : ({ to: 'person', chatId: null, email: recipient, browserId: null } as const);
    const news = { audience, key: String(index), kind: 'text', facts: { text: 'Prova', path: '' } } as const;
    try {
      await database.db.transaction().execute(async (transaction) => {
        await first.outbox.enqueue(news, transaction);
        process.step();
      });
      reported += 1;
      process.step();
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      break;
    }
  }

  const isOver = async () => (await readAll()).every((row) => row.finished_at !== null);
  first.dispatcher.start();
  other?.dispatcher.start();
  await until('it crashed, or all was sent', async () => process.isDead() || (await isOver()));
  const hasCrashed = process.isDead();
  await first.dispatcher.stop();
  const atCrash = (await readAll()).filter((row) => row.claimed_until !== null && row.claimed_by === 'uno');
  const takenAtCrash = [...taken];

  now += successor === 'another server' ? 61_000 : 1;
  const heir = other ?? createServer({ ...shared, serverId: 'uno', process: immortal });
  if (!other) heir.dispatcher.start();
  await until('all that was stored is finished', isOver);
  await heir.dispatcher.stop();
  return { hasCrashed, reported, rows: await readAll(), taken, atCrash, takenAtCrash };
}

type Played = Awaited<ReturnType<typeof play>>;

/** What is not as it should be, in sentences. */
function findFaults(protocol: Protocol, drawn: readonly Drawn[], played: Played): string[] {
  const { reported, rows, taken } = played;
  return [
    ...(rows.length === reported ? [] : [`${rows.length} stored for ${reported} reports`]),
    ...rows.flatMap((row) => [
      ...findMiscounts(protocol, drawn[Number(row.key)]?.parts ?? 1, row, played),
      ...findWrongEnd(protocol, row, played),
    ]),
    ...(protocol === 'at-most-once' ? findDisorder(drawn, taken) : []),
  ];
}

type Row = Played['rows'][number];

const isUnderWay = ({ key }: Row, { atCrash }: Played) => atCrash.some((row) => row.key === key);

function findMiscounts(protocol: Protocol, parts: number, row: Row, played: Played): string[] {
  return Array.from({ length: parts }, (_, part) => `${row.key}/${part}`).flatMap((message) => {
    const times = played.taken.filter((one) => one === message).length;
    // The far side had it, and the crash came before that was stored.
    const wasInDoubt = isUnderWay(row, played) && played.takenAtCrash.includes(message);
    const most = protocol === 'at-least-once' && wasInDoubt ? 2 : 1;
    if (times > most) return [`${message} came ${times} times`];
    return times === 0 && row.outcome === 'sent' ? [`${message} counts as sent and never came`] : [];
  });
}

/** Given up where everybody sees it, and only what was being sent at the crash. */
function findWrongEnd(protocol: Protocol, row: Row, played: Played): string[] {
  if (row.outcome === 'sent') return [];
  const mayBeUnknown = protocol === 'at-most-once' && row.outcome === 'unknown' && isUnderWay(row, played);
  return mayBeUnknown ? [] : [`${row.key} ended as ${row.outcome}`];
}

function findDisorder(drawn: readonly Drawn[], taken: Taken): string[] {
  return ['1', '2', '3'].flatMap((recipient) => {
    const own = taken.filter((one) => drawn[Number.parseInt(one, 10)]?.recipient === recipient);
    const inOrder = own.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    return String(own) === String(inOrder) ? [] : [`chat ${recipient} read ${String(own)}`];
  });
}

let crashPoints = 0;

test.each<[Protocol, Successor]>([
  ['at-most-once', 'the same server'],
  ['at-most-once', 'another server'],
  ['at-least-once', 'the same server'],
  ['at-least-once', 'another server'],
])(
  'an %s channel loses and doubles nothing beyond its protocol when it is cut anywhere and %s goes on',
  async (protocol, successor) => {
    for (const drawn of HISTORIES) {
      for (let crashAt = 1; ; crashAt += 1) {
        const played = await play({ protocol, successor, drawn, crashAt });
        expect(findFaults(protocol, drawn, played), `cut at step ${crashAt}`).toEqual([]);
        if (!played.hasCrashed) break;
        crashPoints += 1;
      }
    }
  },
  600_000,
);

test('the histories were cut at hundreds of points', () => {
  expect(crashPoints).toBeGreaterThanOrEqual(200);
});
