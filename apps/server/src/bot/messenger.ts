import type { Kysely } from 'kysely';
import { createLease } from '../database/lease.ts';
import type { Database } from '../database/schema.ts';
import type { Clock, MonotonicClock } from '../platform/clock.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { createDelivery } from './outbox/deliver-notices.ts';
import type { Outbox } from './outbox/outbox.port.ts';
import { createOutboxRepository } from './outbox/outbox.repository.ts';
import { createPartClaimsRepository } from './outbox/part-claims.repository.ts';
import { createAnswerMessage } from './telegram/answer-message.ts';
import { createHandleUpdate } from './telegram/handle-update.ts';
import { createHandledUpdates } from './telegram/handled-updates.repository.ts';
import type { LinkCodesRepository } from './telegram/link-codes.repository.ts';
import type { LinkedChatsRepository } from './telegram/linked-chats.repository.ts';
import { createPolling, type PollTiming } from './telegram/poll-updates.ts';
import type { DescribeSignals } from './telegram/signals-text.port.ts';
import type { Telegram } from './telegram/telegram.port.ts';

const HOUR_MS = 3_600_000;
/** Telegram repeats an update for one day at most. */
const UPDATES_KEPT_MS = 7 * 24 * HOUR_MS;
/** While a finished notice is kept, the same notice is not stored a second time. */
const NOTICES_KEPT_MS = 30 * 24 * HOUR_MS;

/** Receives updates from Telegram and answers them; sends what is put into the outbox. */
export function createMessenger(options: {
  telegram: Telegram;
  db: Kysely<Database>;
  codes: LinkCodesRepository;
  chats: LinkedChatsRepository;
  describeSignals: DescribeSignals;
  serverId: string;
  timing: PollTiming;
  clock: Clock;
  monotonicClock: MonotonicClock;
  logger: Logger;
}) {
  const { db, telegram, chats, clock, monotonicClock, logger } = options;
  const queue = createOutboxRepository(db);
  const updates = createHandledUpdates(db);
  const polling = createPolling({
    telegram,
    lease: createLease(db, 'telegram', options.serverId),
    clock,
    logger,
    timing: options.timing,
  });
  const delivery = createDelivery({
    queue,
    claims: createPartClaimsRepository(db, options.serverId),
    chats,
    telegram,
    isWorking: polling.isWorking,
    clock,
    monotonicClock,
    logger,
  });
  const outbox: Outbox = {
    put: async (notices, notified) => {
      await queue.put(notices, clock.now(), notified);
      delivery.wake();
    },
  };
  const handleUpdate = createHandleUpdate({
    updates,
    chats,
    answerMessage: createAnswerMessage(options),
    queue,
    reply: (notice) => outbox.put([notice]),
    clock,
    logger,
  });
  const cleanUp = createInterval({
    name: 'telegram-clean-up',
    everyMs: HOUR_MS,
    logger,
    work: async () => {
      await updates.deleteBefore(clock.now() - UPDATES_KEPT_MS);
      await queue.deleteFinishedBefore(clock.now() - NOTICES_KEPT_MS);
    },
  });

  return {
    outbox,
    /** True while polling works, here or on another server. */
    isRunning: polling.isRunning,
    countWaiting: queue.countWaiting,
    start: () => {
      polling.start({ handleUpdate, onWorking: delivery.wake });
      cleanUp.start();
    },
    stop: async () => {
      await Promise.all([polling.stop(), delivery.stop(), cleanUp.stop()]);
    },
  };
}
