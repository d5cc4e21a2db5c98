import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { TooLateError, within } from '../platform/within.ts';
import type { LampTestsRepository } from './lamp-tests.repository.ts';
import type { RunLampTest } from './run-lamp-test.ts';
import type { StoredLampTest } from './stored-lamp-test.ts';

/** A live server touches its tests with each step: one that did not for so long has none in hand. */
const ABANDONED_AFTER_MS = 60_000;
/** What a stop waits for the devices to go back; what is not back by then goes back at the next start. */
const BACK_WITHIN_MS = 3000;

/** The tests that this process runs. */
export function createLampTestsUnderWay(options: {
  repository: Pick<LampTestsRepository, 'find' | 'takeUnended'>;
  running: RunLampTest;
  clock: Clock;
  logger: Logger;
}) {
  const { repository, running, clock, logger } = options;
  const underWay = new Map<number, { stopper: AbortController; done: Promise<void> }>();

  const begin = (test: StoredLampTest, work: (stopped: AbortSignal) => Promise<void>) => {
    const stopper = new AbortController();
    const done = work(stopper.signal)
      // It is not ended: it is taken up again, and goes back then.
      .catch((error: unknown) => logger.error({ err: error, test: test.id }, 'a lamp test was cut short'))
      .finally(() => underWay.delete(test.id));
    underWay.set(test.id, { stopper, done });
  };

  return {
    launch: (test: StoredLampTest) => begin(test, (stopped) => running.run(test, stopped)),
    /** At once; a test of another server is stopped by that one before its next lamp. */
    stop: (testId: number) => underWay.get(testId)?.stopper.abort(),
    /** Goes back from tests that nobody runs; at the start from all that a former process had begun here. */
    takeUp: async ({ own }: { own: boolean }) => {
      const now = clock.now();
      const untouchedSince = now - ABANDONED_AFTER_MS;
      for (const id of await repository.takeUnended({ untouchedSince, own, now })) {
        if (underWay.has(id)) continue;
        const test = await repository.find(id);
        if (test && test.endedAt === null) begin(test, () => running.goBack(test));
      }
    },
    stopAll: async () => {
      const all = [...underWay.values()];
      for (const { stopper } of all) stopper.abort();
      try {
        await within(BACK_WITHIN_MS, Promise.all(all.map(({ done }) => done)));
      } catch (error) {
        if (!(error instanceof TooLateError)) throw error;
      }
    },
  };
}
