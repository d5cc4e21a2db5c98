import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../platform/logger.ts';
import type { Enqueue, Notify } from './notification.ts';

const RETRY_AFTER_MS = 1000;
/** A database that is away for longer is an incident of its own. */
const TRIES = 60;

/**
 * For what is not notified in the transaction that stores it. While the database fails the same news are read and stored
 * again. `stored` ends the waiting between two tries, and resolves once everything so far is stored or given up.
 */
export function createNotify({
  enqueue,
  retryAfterMs = RETRY_AFTER_MS,
  logger,
}: {
  enqueue: Enqueue;
  retryAfterMs?: number;
  logger: Logger;
}) {
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  const store = async (read: Parameters<Notify>[0], triesLeft = TRIES): Promise<void> => {
    try {
      for (const news of await read()) await enqueue(news);
    } catch (error) {
      if (triesLeft === TRIES) logger.warn({ err: error }, 'a notification could not be stored yet');
      if (triesLeft > 1 && !stopping.signal.aborted) {
        await delay(retryAfterMs, undefined, { signal: stopping.signal }).catch(() => undefined);
        return store(read, triesLeft - 1);
      }
      logger.error({ err: error }, 'a notification was not stored');
    }
  };
  const notify: Notify = (read) => {
    const storing = store(read).finally(() => running.delete(storing));
    running.add(storing);
  };
  const stored = async () => {
    stopping.abort();
    while (running.size > 0) await Promise.all(running);
  };
  return { notify, stored };
}
