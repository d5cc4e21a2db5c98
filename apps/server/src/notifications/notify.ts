import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../platform/logger.ts';
import type { Enqueue, Notify } from './notification.ts';

/**
 * For what is not notified in the transaction that stores it: while the database fails it is read and stored again.
 * `stored` has each tried once more, and resolves when all are stored or given up.
 */
export function createNotify(options: { enqueue: Enqueue; retryAfterMs?: number; logger: Logger }) {
  const { enqueue, retryAfterMs = 1000, logger } = options;
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  const { signal } = stopping;
  const store = async (read: Parameters<Notify>[0], isFirst = true): Promise<void> => {
    const isLast = signal.aborted;
    try {
      for (const news of await read()) await enqueue(news);
    } catch (error) {
      if (isFirst || isLast) logger.error({ err: error }, 'a notification could not be stored');
      if (isLast) return;
      await delay(retryAfterMs, undefined, { signal }).catch(() => undefined);
      return store(read, false);
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
