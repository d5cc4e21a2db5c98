import type { Kysely } from 'kysely';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import type { Logger } from '../platform/logger.ts';
import type { Database } from './schema.ts';

/** Few enough that no one waits, long enough that many reports share a commit. */
const GATHER_MS = 20;
/** A commit of thousands takes long: then the next gathers for longer, so that storing leaves time for the rest. */
const GATHER_AT_MOST_MS = 250;
const GATHER_TIMES_COMMIT = 4;

/** What one part has to store in the next commit. One of `stored` and `failed` is called afterwards. */
export type Gathered = {
  /** Called in the transaction that all parts share. */
  write: (db: Kysely<Database>) => Promise<void>;
  stored: () => void;
  /** Nothing was stored: it is taken again with what changed since. */
  failed: () => void;
};

/** Gathers changes; `undefined` when there are none. */
export type CommitPart = { take: () => Gathered | undefined };

/**
 * The one writer of what devices said and of what became of commands: both are stored in one transaction, or neither
 * is (docs/rules.md#received-means-stored).
 */
export type GroupCommit = {
  join: (part: CommitPart) => void;
  /** Something changed: it is stored within some 20 ms. */
  request: () => void;
  /** Resolves once all that changed so far is stored. While the database fails it waits. */
  stored: () => Promise<void>;
  /** Like `stored`, without waiting for others to share the commit. */
  flush: () => Promise<void>;
  /** Stores a last time, then nothing more. */
  stop: () => Promise<void>;
};

export function createGroupCommit({ db, logger }: { db: Kysely<Database>; logger: Logger }): GroupCommit {
  const parts: CommitPart[] = [];
  let next: PromiseWithResolver | undefined;
  let tookMs = 0;

  const store = async (gathered: readonly Gathered[]) => {
    if (gathered.length === 0) return;
    try {
      await db.transaction().execute(async (transaction) => {
        for (const { write } of gathered) await write(transaction);
      });
    } catch (error) {
      for (const { failed } of gathered) failed();
      throw error;
    }
    for (const { stored } of gathered) stored();
  };

  const job = createDebouncedJob({
    name: 'group-commit',
    delayMs: () => Math.min(Math.max(GATHER_MS, GATHER_TIMES_COMMIT * tookMs), GATHER_AT_MOST_MS),
    logger,
    work: async () => {
      const waiting = next;
      next = undefined;
      const startedAt = performance.now();
      try {
        await store(parts.flatMap((part) => part.take() ?? []));
      } catch (error) {
        // Who waits goes on waiting, together with those who came meanwhile.
        next = joined(waiting, next);
        throw error;
      }
      tookMs = performance.now() - startedAt;
      waiting?.resolve();
    },
  });
  const waitForNext = () => {
    next ??= createPromise();
    return next.promise;
  };

  return {
    join: (part) => void parts.push(part),
    request: job.request,
    stored: () => {
      const stored = waitForNext();
      job.request();
      return stored;
    },
    flush: () => {
      const stored = waitForNext();
      // Who is told is told by the promise; a failure is tried again.
      void job.flush();
      return stored;
    },
    stop: job.stop,
  };
}

type PromiseWithResolver = { promise: Promise<void>; resolve: () => void };

function createPromise(): PromiseWithResolver {
  let resolve: () => void = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function joined(
  former: PromiseWithResolver | undefined,
  later: PromiseWithResolver | undefined,
): PromiseWithResolver | undefined {
  if (!former || !later) return former ?? later;
  return {
    promise: later.promise,
    resolve: () => {
      former.resolve();
      later.resolve();
    },
  };
}
