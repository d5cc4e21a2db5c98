import { AsyncLocalStorage } from 'node:async_hooks';
import childProcess from 'node:child_process';
import crypto, { type BinaryLike, createHmac } from 'node:crypto';
import dns from 'node:dns';
import fsPromises from 'node:fs/promises';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import perfHooks from 'node:perf_hooks';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import workerThreads from 'node:worker_threads';
import zlib from 'node:zlib';
import { randomFrom, type SeededRandom } from '../truth/seeded-random.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import { createTimeQueue, type TimeQueue, type Waiting } from './time-queue.ts';
import { HOUR_MS } from './times.ts';

/** A fixed disk: how much room there is must not depend on the machine. */
const DISK = { bavail: 50_000_000, blocks: 100_000_000, bsize: 4096 };
/** Something happened so lately that whatever looks again and again does so as often as it wants. */
const CLOSELY_FOR_MS = 3000;
/** Then its pauses are twelve times as long as the calm so far: a year has too many seconds to look in each. */
const LOOKS_AGAIN_WITHIN_MS = 1000;
const SHORTEST_POLL_MS = 100;
const PAUSES_AT_MOST_MS = 4 * HOUR_MS;
/** Files that are read or written in a thread of Node's. */
const FILES = /^FSReq/;

const SERVER = new URL('../../apps/server/src/app.ts', import.meta.url);
const realTurn = globalThis.setImmediate;
const RealDate = Date;
const running = new AsyncLocalStorage<SimulatedProcess>();

let startsAt = 0;
let elapsed = 0;
let busyUntil = 0;
let isOver = false;
let order: SeededRandom = randomFrom(0);
let ids: SeededRandom = randomFrom(0);
/** What happens at its very time; and the timers with which a process looks again and again, which are put off. */
const events = createTimeQueue();
const polls = createTimeQueue();
let polledAt = 0;
let immediates: Waiting[] = [];
/** How much Node computes in threads of its own. */
let inThreads = 0;

export const world = {
  /** The true time of day (epoch ms). */
  now: () => startsAt + elapsed,
  /** Milliseconds since the beginning. */
  elapsed: () => elapsed,
  /** Lets something happen so many milliseconds from now. */
  after: (ms: number, run: () => void): Waiting =>
    wait(events, { at: elapsed + Math.max(0, ms), run, owner: undefined }),
  /** Something happens: for some time every timer runs at its time. `aheadMs`: it will, so long from now. */
  isBusy: (aheadMs = 0) => {
    busyUntil = Math.max(busyUntil, elapsed + aheadMs + CLOSELY_FOR_MS);
  },
  /** Whatever is looked at again and again is looked at so many milliseconds from now. */
  lookIn: (ms: number) =>
    world.after(ms, () => {
      polledAt = Number.NEGATIVE_INFINITY;
    }),
  /** Runs it as that process, once that goes on when it is suspended; does nothing when it has ended. */
  as: <T>(process: SimulatedProcess, run: () => T): T | undefined => {
    if (!process.isAlive()) return undefined;
    if (!process.held) return running.run(process, run);
    const later = () => void running.run(process, run);
    process.held.push({ at: elapsed, turn: 0, run: later, owner: process, isOver: false });
    return undefined;
  },
  /** The process does nothing for so long; `asleep`: with its machine, whose own clock stands still too. */
  suspend: (process: SimulatedProcess, { forMs, asleep }: { forMs: number; asleep: boolean }) => {
    process.held = [];
    world.after(forMs, () => {
      immediates.push(...(process.held ?? []));
      process.held = undefined;
      if (asleep) process.sleptMs += forMs;
      world.isBusy();
    });
  },
  /** Nothing happens any more. */
  end: () => {
    isOver = true;
  },
  /** The process that runs; undefined: it is the world. */
  running: () => running.getStore(),
  /** How many timers wait. */
  timers: () => events.size() + polls.size(),
  steps: 0,
};

function wait(queue: TimeQueue, what: Pick<Waiting, 'at' | 'run' | 'owner'>): Waiting {
  const waiting: Waiting = { ...what, turn: order.next(), isOver: false };
  queue.add(waiting);
  return waiting;
}

/** Lets all that is under way come to rest: promises and files. */
async function settle(): Promise<void> {
  do {
    await new Promise<void>((resolve) => void realTurn(resolve));
  } while (inThreads > 0 || process.getActiveResourcesInfo().some((name) => FILES.test(name)));
}

async function runOne(waiting: Waiting): Promise<void> {
  if (waiting.isOver || waiting.owner?.isAlive() === false) return;
  if (waiting.owner?.held) return void waiting.owner.held.push(waiting);
  waiting.isOver = true;
  world.steps += 1;
  waiting.run();
  await settle();
}

async function runImmediates(): Promise<void> {
  while (immediates.length > 0) {
    const due = immediates;
    immediates = [];
    for (const one of due) await runOne(one);
  }
}

/** From when on what waits is looked at (ms since the beginning). */
function pollAt(): number {
  const calmMs = polledAt - busyUntil;
  const pauseMs = calmMs > 0 ? Math.min(12 * calmMs, PAUSES_AT_MOST_MS) : 0;
  return Math.max(polls.first()?.at ?? Number.POSITIVE_INFINITY, Math.min(polledAt, elapsed) + pauseMs);
}

/** Runs all that is due until then (ms since the beginning), or until it is enough. */
export async function runUntil(end: number, isEnough: () => boolean = () => false): Promise<void> {
  await settle();
  await runImmediates();
  while (!isOver && !isEnough()) {
    const [event, poll] = [events.first()?.at ?? Number.POSITIVE_INFINITY, pollAt()];
    const at = Math.min(event, poll);
    if (at > end) break;
    elapsed = Math.max(elapsed, at);
    if (poll < event) polledAt = elapsed;
    // Those that wait now, each once: one that is set again waits for the next time.
    for (const one of (poll < event ? polls : events).takeUntil(elapsed)) {
      await runOne(one);
      await runImmediates();
    }
  }
  if (!isOver && !isEnough()) elapsed = Math.max(elapsed, end);
}

/** Thrown where something is waited for in a world that has ended. */
export class WorldOver extends Error {}

/** Runs until the promise is settled, and resolves as it did; rejects when that takes longer (simulated ms). */
export async function runWhile<T>(promise: Promise<T>, withinMs: number): Promise<T> {
  const progress = { isSettled: false };
  const settled = () => {
    progress.isSettled = true;
  };
  promise.then(settled, settled);
  await runUntil(elapsed + withinMs, () => progress.isSettled);
  if (isOver) throw new WorldOver();
  if (!progress.isSettled) throw new Error(`not done within ${withinMs} simulated ms`);
  return promise;
}

class Timer {
  #waiting: Waiting;
  readonly #run: () => void;
  readonly #ms: number;
  readonly #owner: SimulatedProcess | undefined;
  readonly #queue: TimeQueue;

  constructor(run: () => void, ms: number, isRepeated: boolean) {
    const timerMs = ms >= 1 && ms < 2 ** 31 ? Math.trunc(ms) : 1;
    const owner = running.getStore();
    this.#ms = timerMs;
    this.#owner = owner;
    // One that is set when one of the same process was just over that was as long: it looks again and again.
    const isLong = timerMs >= SHORTEST_POLL_MS;
    const firedAt = owner?.firedAt.get(timerMs) ?? Number.NEGATIVE_INFINITY;
    this.#queue =
      owner && isLong && (isRepeated || elapsed - firedAt < LOOKS_AGAIN_WITHIN_MS) ? polls : events;
    this.#run = () => {
      owner?.firedAt.set(timerMs, elapsed);
      if (isRepeated) this.#waiting = this.#wait();
      if (owner) running.run(owner, run);
      else run();
    };
    this.#waiting = this.#wait();
  }
  #wait() {
    return wait(this.#queue, { at: elapsed + this.#ms, run: this.#run, owner: this.#owner });
  }
  close() {
    this.#waiting.isOver = true;
    return this;
  }
  refresh() {
    this.close();
    this.#waiting = this.#wait();
    return this;
  }
  ref() {
    return this;
  }
  unref() {
    return this;
  }
  hasRef() {
    return true;
  }
  [Symbol.dispose]() {
    this.close();
  }
}

class Immediate {
  readonly waiting: Waiting;
  constructor(run: () => void) {
    const owner = running.getStore();
    const bound = owner ? () => running.run(owner, run) : run;
    this.waiting = { at: elapsed, turn: 0, run: bound, owner, isOver: false };
    immediates.push(this.waiting);
  }
  ref() {
    return this;
  }
  unref() {
    return this;
  }
}

type Callback = (...given: unknown[]) => void;

const clear = (timer: unknown) => {
  if (timer instanceof Timer) timer.close();
  if (timer instanceof Immediate) timer.waiting.isOver = true;
};
const TIMERS = {
  setTimeout: (run: Callback, ms = 1, ...given: unknown[]) => new Timer(() => run(...given), ms, false),
  setInterval: (run: Callback, ms = 1, ...given: unknown[]) => new Timer(() => run(...given), ms, true),
  setImmediate: (run: Callback, ...given: unknown[]) => new Immediate(() => run(...given)),
  clearTimeout: clear,
  clearInterval: clear,
  clearImmediate: clear,
};

type Waits = { signal?: AbortSignal };

/** Resolves once `begin` calls back; rejects when the signal gives it up. */
function promised<T>(begin: (done: () => void) => unknown, value: T, { signal }: Waits = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clear(timer);
      reject(new DOMException('The operation was aborted', 'AbortError'));
    };
    const timer = begin(() => {
      signal?.removeEventListener('abort', abort);
      resolve(value);
    });
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

const PROMISES = {
  setTimeout: (ms?: number, value?: unknown, waits?: Waits) =>
    promised((done) => TIMERS.setTimeout(done, ms), value, waits),
  setImmediate: (value?: unknown, waits?: Waits) => promised(TIMERS.setImmediate, value, waits),
};

class SimulatedDate extends RealDate {
  constructor(...given: [] | [number]) {
    if (given.length === 0) super(SimulatedDate.now());
    else super(...given);
  }
  static override now() {
    return Math.floor(world.now()) + (running.getStore()?.skewMs ?? 0);
  }
}

function bytes(length: number): Buffer {
  const made = Buffer.alloc(length);
  for (let index = 0; index < length; index += 1) made[index] = ids.between(0, 255);
  return made;
}

const CHANCES = {
  randomBytes: bytes,
  randomInt: (from: number, to?: number) =>
    to === undefined ? ids.between(0, from - 1) : ids.between(from, to - 1),
  randomUUID: () => {
    const hex = bytes(16).toString('hex');
    const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`];
    return [...parts, hex.slice(20)].join('-');
  },
  randomFillSync: <T extends NodeJS.ArrayBufferView>(view: T): T => {
    const filled = bytes(view.byteLength);
    filled.copy(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
    return view;
  },
};

type Ended = (error: unknown, result?: unknown) => void;

/** What Node and libraries compute in threads would be done at a time of their own: it is computed here. */
function stayInThisThread(): void {
  const { subtle } = crypto.webcrypto;
  const secrets = new WeakMap<object, BinaryLike>();
  const awaited = (name: 'generateKey' | 'importKey' | 'exportKey') => {
    const begin = subtle[name].bind(subtle) as (...given: unknown[]) => Promise<object>;
    return (...given: unknown[]) => {
      inThreads += 1;
      return begin(...given).finally(() => {
        inThreads -= 1;
      });
    };
  };
  const importKey = awaited('importKey');
  const signatureOf = (key: object, data: BinaryLike) =>
    createHmac('sha256', secrets.get(key) ?? '')
      .update(data)
      .digest();
  Object.assign(subtle, {
    generateKey: awaited('generateKey'),
    exportKey: awaited('exportKey'),
    importKey: async (format: string, secret: object, ...rest: unknown[]) => {
      const key = await importKey(format, secret, ...rest);
      secrets.set(key, secret instanceof Uint8Array ? secret : JSON.stringify(secret));
      return key;
    },
    sign: (_by: unknown, key: object, data: BinaryLike) => Promise.resolve(signatureOf(key, data)),
    verify: (_by: unknown, key: object, signature: Uint8Array, data: BinaryLike) =>
      Promise.resolve(signatureOf(key, data).equals(signature)),
  });
  const compressions = zlib as unknown as Record<string, (...given: unknown[]) => unknown>;
  for (const name of ['gzip', 'gunzip', 'deflate', 'inflate', 'brotliCompress', 'brotliDecompress']) {
    const here = compressions[`${name}Sync`];
    compressions[name] = (...given) => {
      const ended = given.pop() as Ended;
      try {
        const result = here?.(...given);
        queueMicrotask(() => ended(null, result));
      } catch (error) {
        queueMicrotask(() => ended(error));
      }
    };
  }
  const argon2 = createRequire(SERVER)('@node-rs/argon2') as Record<string, (...given: unknown[]) => unknown>;
  for (const name of ['hash', 'verify']) {
    const here = argon2[`${name}Sync`];
    argon2[name] = (...given) => Promise.resolve(here?.(...given));
  }
}

const LOOP_DELAYS = { enable: () => true, disable: () => true, reset: () => {}, percentile: () => 0 };

function refuse(what: string) {
  return () => {
    throw new Error(`${what} is not simulated`);
  };
}

/**
 * Replaces what Node gives a program: time, timers, chance and identifiers. It is replaced beneath the server and its
 * libraries alike, and is to be called before any of them is loaded.
 */
export function installHost(options: { seed: number; startsAt: number }): void {
  startsAt = options.startsAt;
  order = randomFrom(options.seed ^ 0x5bd1e995);
  ids = randomFrom(options.seed ^ 0x2545f491);
  Object.assign(globalThis, TIMERS);
  Object.assign(timers, TIMERS);
  Object.assign(timersPromises, PROMISES);
  globalThis.Date = SimulatedDate as DateConstructor;
  Object.assign(performance, { now: () => elapsed - (running.getStore()?.sleptMs ?? 0) });
  Object.assign(perfHooks, {
    monitorEventLoopDelay: () => LOOP_DELAYS,
    PerformanceObserver: class {
      observe() {}
      disconnect() {}
    },
  });
  Object.assign(fsPromises, { statfs: () => Promise.resolve(DISK) });
  Math.random = ids.next;
  Object.assign(crypto, CHANCES);
  Object.assign(globalThis.crypto, {
    randomUUID: CHANCES.randomUUID,
    getRandomValues: CHANCES.randomFillSync,
  });
  process.cpuUsage = () => ({ user: 0, system: 0 });
  stayInThisThread();
  syncBuiltinESMExports();
}

/** From now on what is not simulated throws. To be called once all is loaded: that may need threads. */
export function refuseTheRest(): void {
  net.Socket.prototype.connect = refuse('a connection to the network');
  net.Server.prototype.listen = refuse('a port on the network');
  Object.assign(dns, { lookup: refuse('a look at a name server') });
  for (const start of ['spawn', 'fork', 'exec', 'execFile'] as const) {
    Object.assign(childProcess, { [start]: refuse('another process') });
  }
  Object.assign(workerThreads, { Worker: refuse('another thread') });
  syncBuiltinESMExports();
}
