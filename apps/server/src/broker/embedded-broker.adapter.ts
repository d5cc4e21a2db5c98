import { explainListenFailure } from '../platform/listen-failure.ts';
import type { Logger } from '../platform/logger.ts';
import type { RetryBounds } from '../platform/retry-delay.ts';
import { createBackoff } from './backoff.ts';
import { type BrokerWorker, startBrokerWorker } from './start-broker-worker.ts';

/** One that ends sooner than this after its start waits longer before the next one. */
const STEADY_AFTER_MS = 60_000;
/** Short: devices and the server look for it meanwhile (docs/rules.md#broker-down). */
const RESTART_BOUNDS: RetryBounds = { minMs: 100, maxMs: 5000 };

export type EmbeddedBroker = {
  /**
   * Listens; resolves to the port taken. Rejects with a StartupError when it cannot listen at its address. Only the
   * server itself is let in.
   */
  start: () => Promise<number>;
  /** Lets in everyone, also those who wait already. */
  admitDevices: () => void;
  stop: () => Promise<void>;
};

/**
 * The embedded broker, in a thread of its own: whatever its clients do costs the console's loop nothing. When the
 * thread ends unasked, that is logged, and another one is started after a pause, on the same port.
 */
export function createEmbeddedBroker(options: {
  host: string;
  port: number;
  username: string;
  password: string;
  ownClientId: string;
  workerFile: URL;
  logger: Logger;
}): EmbeddedBroker {
  const { workerFile, logger, ...task } = options;
  let worker: BrokerWorker | undefined;
  let hasServed = false;
  let isOpen = false;
  let isStopped = false;

  const begin = async (port: number): Promise<number> => {
    let startedAt = Number.POSITIVE_INFINITY;
    const begun = startBrokerWorker({
      file: workerFile,
      task: { ...task, port, hasServed },
      heard: () => {
        hasServed = true;
      },
      ended: (error) => {
        if (isStopped || startedAt === Number.POSITIVE_INFINITY) return;
        if (performance.now() - startedAt >= STEADY_AFTER_MS) backoff.reset();
        logger.error({ err: error }, 'the embedded broker ended, and is started again');
        backoff.retryLater();
      },
    });
    worker = begun;
    if (isOpen) begun.send({ kind: 'admit-devices' });
    try {
      const taken = await begun.listening;
      startedAt = performance.now();
      return taken;
    } catch (error) {
      await begun.stop();
      throw error;
    }
  };
  let takenPort = options.port;
  const backoff = createBackoff({
    bounds: RESTART_BOUNDS,
    retry: () => void begin(takenPort).catch(() => backoff.retryLater()),
  });

  return {
    start: async () => {
      try {
        takenPort = await begin(options.port);
        return takenPort;
      } catch (error) {
        const what = ' del broker incorporato';
        throw explainListenFailure(error, { ...options, what, hostSetting: 'EMBEDDED_BROKER_HOST' });
      }
    },
    admitDevices: () => {
      isOpen = true;
      worker?.send({ kind: 'admit-devices' });
    },
    stop: async () => {
      isStopped = true;
      backoff.stop();
      await worker?.stop();
    },
  };
}
