import { isBulletinStale } from '@semaforo/contract/domain/bulletin-rules';
import { PROGRAM } from '../database/audit-trail.ts';
import type { Lease } from '../database/lease.ts';
import type { Notify } from '../notifications/notification.ts';
import type { Clock } from '../platform/clock.ts';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import { endAfter } from '../platform/end-after.ts';
import type { Logger } from '../platform/logger.ts';
import { type RetryBounds, retryDelayMs } from '../platform/retry-delay.ts';
import type { BulletinsRepository } from './bulletins.repository.ts';
import { type KeepBulletin, TooMuchOfSourceError } from './keep-bulletin.ts';
import type { FoundBulletin, ReadSource } from './read-source.ts';
import type { ReaderStateRepository } from './reader-state.repository.ts';

/** A reading takes less, whatever the source does. */
const READING_WITHIN_MS = 60_000;
const RETRY: RetryBounds = { minMs: 10_000, maxMs: 600_000 };

/**
 * Reads bulletins from the network again and again, on one server at a time; what fails is tried again, later each
 * time. Tells admins, once each, of a new failure and of a newest bulletin that is too old.
 */
export function createBulletinPolling(options: {
  read: ReadSource;
  keep: KeepBulletin;
  repository: Pick<BulletinsRepository, 'newest'>;
  state: ReaderStateRepository;
  notify: Notify;
  lease: Lease;
  everyMs: number;
  retry?: RetryBounds;
  clock: Clock;
  logger: Logger;
}) {
  const { state, lease, everyMs, retry = RETRY, clock, logger } = options;
  let failures = 0;
  let delayMs = 0;
  const stopping = new AbortController();

  /** Resolves to what was wrong, in Italian. A bulletin that cannot be stored does not keep the next one from it. */
  const readOnce = async (): Promise<string | null> => {
    let unkept: string | null = null;
    const keep = async ({ source, documents, read }: FoundBulletin, signal: AbortSignal) => {
      if (signal.aborted) return false;
      try {
        await options.keep({ source, origin: 'rete', documents, read }, PROGRAM);
        return true;
      } catch (error) {
        const isFull = error instanceof TooMuchOfSourceError;
        if (!isFull) logger.error({ err: error }, 'a bulletin could not be stored');
        unkept ??= isFull ? error.message : 'Un bollettino non è stato salvato';
        return false;
      }
    };
    try {
      const read = (signal: AbortSignal) => options.read((found) => keep(found, signal), signal);
      return (await endAfter(READING_WITHIN_MS, read, stopping.signal)) ?? unkept;
    } catch (error) {
      if (!stopping.signal.aborted) logger.error({ err: error }, 'the reading of bulletins failed');
      return error instanceof Error && error.name === 'TimeoutError'
        ? `La lettura non è finita in ${READING_WITHIN_MS / 1000} secondi`
        : 'La lettura si è interrotta per un errore del server';
    }
  };

  const notifyStale = async () => {
    const newest = await options.repository.newest();
    const now = clock.now();
    if (!newest || !isBulletinStale(newest.issuedAt, now)) return;
    const isNews = await state.notifyStale(newest, { author: PROGRAM, at: now });
    if (!isNews) return;
    logger.warn({ bulletin: newest.id }, 'the newest bulletin is more than 30 hours old');
    const { id, name, issuedAt } = newest;
    // It concerns everybody: no Comune is proposed anything.
    const audience = { to: 'chats' } as const;
    options.notify(() => [{ audience, key: `stale:${id}`, kind: 'old-bulletin', facts: { name, issuedAt } }]);
  };

  const poll = async () => {
    const now = clock.now();
    delayMs = everyMs;
    if (!(await lease.hold({ now, until: now + everyMs + READING_WITHIN_MS, working: failures === 0 })))
      return;
    const failure = await readOnce();
    if (stopping.signal.aborted) return;
    if (failure !== null) {
      delayMs = Math.min(everyMs, retryDelayMs(failures, Math.random(), retry));
      failures += 1;
      logger.warn({ failure, failures }, 'bulletins could not be read');
    } else failures = 0;
    const tried = { lastTriedAt: now, nextTryAt: clock.now() + delayMs, failure };
    await state.save(tried, { author: PROGRAM, at: clock.now() });
    await notifyStale();
  };

  const job = createDebouncedJob({
    name: 'bulletins',
    delayMs: () => delayMs,
    logger,
    work: async () => {
      if (stopping.signal.aborted) return;
      await poll();
      job.request();
    },
  });

  return {
    start: job.request,
    /** Gives up a reading under way, and lets another server read. */
    stop: async () => {
      stopping.abort();
      await job.stop();
      await lease.release();
    },
  };
}
