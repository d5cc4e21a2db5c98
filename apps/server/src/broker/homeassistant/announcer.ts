import type { Lease } from '../../database/lease.ts';
import type { Clock } from '../../platform/clock.ts';
import { createDebouncedJob } from '../../platform/debounced-job.ts';
import { createInterval } from '../../platform/interval.ts';
import type { Logger } from '../../platform/logger.ts';
import type { createDocumentPublisher } from './publish-documents.ts';

/** How often the right to tell is renewed, and what was refused tried again. */
const CHECK_EVERY_MS = 10_000;
const LEASE_MS = 3 * CHECK_EVERY_MS;
/** A run is shorter than the lease, however many devices there are: the next one goes on. */
const RUN_MS = 10_000;
/** Several devices that change together are one run. */
const AFTER_CHANGE_MS = 100;

/**
 * Tells a home automation of the devices, one server of several: all of them when the link is made, then changes.
 */
export function createAnnouncer(options: {
  documents: ReturnType<typeof createDocumentPublisher>;
  isLinked: () => boolean;
  lease: Lease;
  clock: Clock;
  logger: Logger;
}) {
  const { documents, lease, clock, logger } = options;
  let isStarted = false;
  let isHolder = false;
  let isDue = true;
  let wasRefused = false;

  const hold = async () => {
    const now = clock.now();
    const holds = await lease.hold({ now, until: now + LEASE_MS, working: true });
    if (holds !== isHolder) {
      isHolder = holds;
      isDue = true;
      documents.forget();
    }
    return holds;
  };
  const noteRefusal = (isRefused: boolean) => {
    // A link that broke is told of where it breaks.
    if (isRefused && !wasRefused && options.isLinked())
      logger.warn({}, 'the broker refuses what a home automation is told of the devices');
    wasRefused = isRefused;
  };
  const check = async () => {
    if (!isStarted || !options.isLinked() || !(await hold()) || !isDue) return;
    isDue = false;
    const endsAt = clock.now() + RUN_MS;
    const notification = await documents
      .run(() => isStarted && options.isLinked() && clock.now() < endsAt)
      .catch((error: unknown) => {
        isDue = true;
        throw error;
      });
    noteRefusal(notification === 'refused');
    if (notification !== 'done') isDue = true;
    if (notification === 'more') job.request();
  };
  const job = createDebouncedJob({ name: 'home-assistant', delayMs: AFTER_CHANGE_MS, logger, work: check });
  const looking = createInterval({
    name: 'home-assistant-lease',
    everyMs: CHECK_EVERY_MS,
    logger,
    work: job.flush,
  });
  const changed = () => {
    isDue = true;
    if (isStarted) job.request();
  };

  return {
    /** The list of devices is another one. */
    changed,
    /** The broker may be another one, or have lost what it kept. */
    linkMade: () => {
      documents.linkMade();
      changed();
    },
    start: () => {
      isStarted = true;
      job.request();
      looking.start();
    },
    stop: async () => {
      if (!isStarted) return;
      isStarted = false;
      await Promise.all([looking.stop(), job.stop()]);
      await lease.release();
    },
  };
}
