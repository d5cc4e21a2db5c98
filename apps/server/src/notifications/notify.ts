import type { Logger } from '../platform/logger.ts';
import type { Enqueue, News, Notify } from './notification.ts';

/** For what is not notified in the transaction that stores it. `stored` resolves once everything so far is. */
export function createNotify({ enqueue, logger }: { enqueue: Enqueue; logger: Logger }) {
  const running = new Set<Promise<void>>();
  const store = async (news: readonly News[] | Promise<readonly News[]>) => {
    for (const one of await news) await enqueue(one);
  };
  const notify: Notify = (news) => {
    const storing = store(news)
      .catch((error: unknown) => logger.error({ err: error }, 'a notification could not be stored'))
      .finally(() => running.delete(storing));
    running.add(storing);
  };
  const stored = async () => {
    while (running.size > 0) await Promise.all(running);
  };
  return { notify, stored };
}
