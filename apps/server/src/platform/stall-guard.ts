import { Worker } from 'node:worker_threads';

/** A server whose event loop is blocked for so long does nothing any more. */
const BLOCKED_FOR_MS = 30_000;
const BEAT_EVERY_MS = 1000;

/** What the thread of the guard is given. `beats`: how often the event loop came round; how many it must not miss. */
export type GuardedLoop = { beats: Int32Array; everyMs: number; missedAtMost: number };

/** Ends this process when its event loop is blocked, to be started again (docs/rules.md#a-stuck-server). */
export type StallGuard = {
  /** Begins to watch, once the long work of a start is over; tells systemd that the server is ready. */
  watch: () => void;
  /** Watches no more: a stop has its own bound. */
  stop: () => void;
};

function environmentOfGuard() {
  const { NOTIFY_SOCKET, PATH, WATCHDOG_USEC } = process.env;
  return { NOTIFY_SOCKET, PATH, WATCHDOG_USEC };
}

/**
 * A thread of its own counts its own ticks between two beats of the loop. No clock is read: while a machine sleeps or a
 * process is stopped (SIGSTOP) neither of the two goes on. `failed` is called when that thread ends on an error; the
 * server goes on without it.
 */
export function createStallGuard(options: {
  failed: (error: Error) => void;
  blockedForMs?: number;
  program?: URL;
}): StallGuard {
  const { blockedForMs = BLOCKED_FOR_MS, program = new URL('./stall-guard-worker.js', import.meta.url) } =
    options;
  const everyMs = Math.min(BEAT_EVERY_MS, blockedForMs / 10);
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const loop: GuardedLoop = { beats, everyMs, missedAtMost: Math.ceil(blockedForMs / everyMs) };
  const worker = new Worker(program, {
    workerData: loop,
    env: environmentOfGuard(),
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  worker.on('error', options.failed);
  worker.unref();
  const beating = setInterval(() => Atomics.add(beats, 0, 1), everyMs).unref();
  return {
    watch: () => worker.postMessage('watch'),
    stop: () => {
      clearInterval(beating);
      worker.postMessage('stop');
    },
  };
}
