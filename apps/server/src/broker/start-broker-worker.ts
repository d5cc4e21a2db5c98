import { Worker } from 'node:worker_threads';
import { startWithRoom } from '../platform/heap-flags.ts';
import { within } from '../platform/within.ts';
import type { BrokerTask, FromWorker, Published, ToWorker } from './embedded/worker-messages.ts';

/**
 * Memory of the thread: 80,000 boards with four filters each, counted and capped one by one. A broker that wants more
 * ends, and begins anew, while the console goes on. It is the same however many devices there are now: all of Italy
 * may be imported without a new start.
 */
const LIMITS = { maxOldGenerationSizeMb: 1000, maxYoungGenerationSizeMb: 48 };
/** What the clients are told at the end takes milliseconds; one that hangs is ended all the same. */
const STOP_WITHIN_MS = 2000;

/** One life of the thread in which the embedded broker runs. */
export type BrokerWorker = {
  /** Resolves to the port on which it listens. Rejects with the system's error, or with what ended the thread. */
  listening: Promise<number>;
  send: (message: ToWorker) => void;
  /** Ends the thread, in order if it can. Never rejects. */
  stop: () => Promise<void>;
};

/**
 * Starts the thread. `heard` gets what it tells. `ended` is called once when the thread is gone, with its error if it
 * had one.
 */
export function startBrokerWorker(options: {
  file: URL;
  task: BrokerTask;
  received: (message: Published) => void;
  ended: (error: Error | undefined) => void;
}): BrokerWorker {
  const { file, task } = options;
  const worker = startWithRoom(
    () =>
      new Worker(file, {
        workerData: task,
        resourceLimits: LIMITS,
        // It needs no secrets of the environment, and nothing that was preloaded into the process; where that is
        // profiled, it is too.
        env: {},
        execArgv: process.execArgv.filter((flag) => flag.startsWith('--cpu-prof')),
      }),
  );
  let failure: Error | undefined;
  worker.once('error', (error) => {
    failure = error;
  });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  void exited.then(() => options.ended(failure));

  const listening = new Promise<number>((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'listening') resolve(message.port);
      else if (message.kind === 'not-listening') {
        const { code, port } = message;
        reject(Object.assign(new Error(message.message), { code, port }));
      } else options.received(message);
    });
    void exited.then(() => reject(failure ?? new Error('the thread of the broker ended')));
  });
  // Whoever waits for it hears of it; nobody else has to.
  listening.catch(() => undefined);

  return {
    listening,
    send: (message) => worker.postMessage(message),
    stop: async () => {
      worker.postMessage({ kind: 'stop' } satisfies ToWorker);
      await within(STOP_WITHIN_MS, exited).catch(() => worker.terminate());
    },
  };
}
