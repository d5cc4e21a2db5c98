import { readFileSync } from 'node:fs';

const RUNS_AT_MOST = 8;
/** What the reference takes on the machine on which the bounds were set. */
const REFERENCE_MS = 60;
/** A megabyte of keys: what needs the most memory of all that is parsed. */
const REFERENCE = JSON.stringify(
  Object.fromEntries(Array.from({ length: 90_000 }, (_, key) => [`k${key}`, 1])),
);

/**
 * The longest that the work kept the event loop in one turn, in milliseconds of processor time of this thread alone: a
 * busy machine does not make it longer, nor does what the threads beside it compile and collect. A machine that is
 * slower just then, by itself or as others use its caches, is taken out by what a reference takes there: the least of
 * some runs counts, or the first below the bound.
 */
export async function leastTurnMs(boundMs: number, work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let runs = 0; runs < RUNS_AT_MOST && least >= boundMs; runs += 1) {
    least = Math.min(least, await longestTurnMs(work));
  }
  return least;
}

/** The same of work that can be done only once. */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  const slowness = howSlow();
  let longest = 0;
  let used = usedByThreadMs();
  let isDone = false;
  const check = () => {
    const now = usedByThreadMs();
    longest = Math.max(longest, now - used);
    used = now;
    if (!isDone) setImmediate(check);
  };
  setImmediate(check);
  await work();
  isDone = true;
  check();
  return longest / slowness;
}

/** By how much this machine is slower than the one of the bounds, now; at least 1. */
function howSlow(): number {
  const before = usedByThreadMs();
  JSON.parse(REFERENCE);
  return Math.max(1, (usedByThreadMs() - before) / REFERENCE_MS);
}

// Once, as it is compiled then.
howSlow();

/** The first number is in nanoseconds. Node 20 itself tells the time of all threads together only. */
function usedByThreadMs(): number {
  if (process.platform === 'linux')
    return Number.parseInt(readFileSync('/proc/thread-self/schedstat', 'utf8'), 10) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
