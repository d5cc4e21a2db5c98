import { createBackoff } from '../platform/backoff.ts';
import type { Clock } from '../platform/clock.ts';
import { explainListenFailure } from '../platform/listen-failure.ts';
import type { Logger } from '../platform/logger.ts';
import type { RetryBounds } from '../platform/retry-delay.ts';
import type { DeviceLogins, RefusedLogIn } from './device-logins.port.ts';
import type { BrokerTask, Published, ToWorker } from './embedded/worker-messages.ts';
import { type BrokerWorker, startBrokerWorker } from './start-broker-worker.ts';
import { readTlsFiles } from './tls-files.ts';

/** One that ends sooner than this after its start waits longer before the next one. */
const STEADY_AFTER_MS = 60_000;
/**
 * So long devices wait for the server to join a thread that was started again: it would not hear what they say as they
 * connect. They are let in without it when it has another broker since.
 */
const ADMIT_AFTER_MS = 5000;
/** Short: devices and the server look for it meanwhile (docs/rules.md#broker-down). */
const RESTART_BOUNDS: RetryBounds = { minMs: 100, maxMs: 5000 };

export type EmbeddedBroker = {
  /**
   * Listens; resolves to the port taken. Rejects with a StartupError when it cannot listen at its address. Only the
   * server itself is let in. `isOwn`: the server joins it. What devices report before that is then refused and not
   * acknowledged: nobody would store it (docs/rules.md#received-means-stored).
   */
  start: (options?: { isOwn: boolean }) => Promise<number>;
  /** Lets in everyone, also those who wait already. */
  admitDevices: () => void;
  /** To be called when there may be more or fewer devices than before. */
  devicesChanged: () => void;
  /** Listens at another address; its clients connect again. Rejects like `start`, and listens where it did. */
  moveTo: (host: string) => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * The embedded broker, in a thread of its own: whatever its clients do costs the console's loop nothing. When the
 * thread ends unasked, that is logged, and another one is started after a pause, on the same port.
 */
export function createEmbeddedBroker(options: {
  /** Where it listens, and who may do what there. */
  task: Omit<BrokerTask, 'devices' | 'knownDevices' | 'hasServed' | 'tls'>;
  /** Where it speaks TLS, too, and the files (PEM) for it, read at each start. */
  tls?: { port: number; cert: string; key: string } | undefined;
  deviceLogins: DeviceLogins | undefined;
  /** How many devices the console knows. */
  countDevices: () => number;
  /** A client was not let in. */
  refused?: (logIn: RefusedLogIn) => void;
  /** So many messages of clients were not passed on to the console. */
  unheard?: (counts: { refused: number; elsewhere: number }) => void;
  /** A device says more than it may, and was cut off. */
  rateExceeded?: (key: string) => void;
  workerFile: URL;
  clock: Clock;
  logger: Logger;
}): EmbeddedBroker {
  const { task, deviceLogins, workerFile, logger } = options;
  let worker: BrokerWorker | undefined;
  let { host, port } = task;
  let isMoving = false;
  let hasServed = false;
  let isExpected = false;
  let isOpen = false;
  let isStopped = false;
  /** What changed while the log-ins were read for the next thread: what was read may be older. */
  let missed: ToWorker[] = [];

  const send = (message: ToWorker) => (worker ? worker.send(message) : missed.push(message));
  const received = (message: Published) => {
    if (message.kind === 'served') hasServed = true;
    else if (message.kind === 'refused') options.refused?.(message.logIn);
    else if (message.kind === 'unheard') options.unheard?.(message);
    else if (message.kind === 'rate-exceeded') rateWasExceeded(message);
    else deviceLogins?.seen(message.username, options.clock.now());
  };

  const rateWasExceeded = ({ username, key }: { username: string; key: string | null }) => {
    logger.warn({ username }, 'a client of the embedded broker says more than it may, and was cut off');
    if (key !== null) options.rateExceeded?.(key);
  };

  const begin = async (): Promise<number> => {
    worker = undefined;
    missed = [];
    if (isOpen) setTimeout(() => send({ kind: 'admit-devices' }), ADMIT_AFTER_MS).unref();
    const devices = (await deviceLogins?.list()) ?? [];
    if (isStopped) throw new Error('stopped meanwhile');
    const tls = options.tls && { port: options.tls.port, ...readTlsFiles(options.tls) };
    let startedAt = Number.POSITIVE_INFINITY;
    const begun = startBrokerWorker({
      file: workerFile,
      task: {
        ...task,
        host,
        port,
        tls,
        devices,
        knownDevices: options.countDevices(),
        hasServed: hasServed || isExpected,
      },
      received,
      ended: (error) => {
        if (isStopped || isMoving || startedAt === Number.POSITIVE_INFINITY) return;
        if (performance.now() - startedAt >= STEADY_AFTER_MS) backoff.reset();
        logger.error({ err: error }, 'the embedded broker ended, and is started again');
        backoff.retryLater();
      },
    });
    worker = begun;
    for (const message of missed.splice(0)) send(message);
    try {
      const taken = await begun.listening;
      startedAt = performance.now();
      return taken;
    } catch (error) {
      await begun.stop();
      throw error;
    }
  };
  const backoff = createBackoff({
    bounds: RESTART_BOUNDS,
    retry: () => void begin().catch(() => backoff.retryLater()),
  });
  const explained = (error: unknown) =>
    explainListenFailure(error, {
      ...{ host, port: portOf(error) ?? task.port },
      what: ' del broker incorporato',
      hostSetting: 'EMBEDDED_BROKER_HOST',
    });
  deviceLogins?.subscribe((username, login) => void send({ kind: 'login-changed', username, login }));

  return {
    start: async ({ isOwn } = { isOwn: false }) => {
      isExpected = isOwn;
      try {
        port = await begin();
        return port;
      } catch (error) {
        throw explained(error);
      }
    },
    moveTo: async (next) => {
      const former = host;
      isMoving = true;
      await worker?.stop();
      host = next;
      try {
        await begin();
      } catch (error) {
        const failure = explained(error);
        host = former;
        await begin();
        throw failure;
      } finally {
        isMoving = false;
      }
    },
    admitDevices: () => {
      isOpen = true;
      send({ kind: 'admit-devices' });
    },
    devicesChanged: () => void send({ kind: 'devices-known', count: options.countDevices() }),
    stop: async () => {
      isStopped = true;
      backoff.stop();
      await worker?.stop();
    },
  };
}

/** On which of its ports it could not listen. */
function portOf(error: unknown): number | undefined {
  return error instanceof Error && 'port' in error && typeof error.port === 'number' ? error.port : undefined;
}
