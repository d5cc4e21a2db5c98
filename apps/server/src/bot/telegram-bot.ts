import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Clock, Stopwatch } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { createRepeating } from '../platform/repeating.ts';
import { createBotLease } from './bot-lease.repository.ts';
import { createDelivery } from './deliver-notices.ts';
import { createHandleUpdate } from './handle-update.ts';
import { createHandledUpdates } from './handled-updates.repository.ts';
import { createChatLinking } from './link-chats.ts';
import type { LinkedChats } from './linked-chats.port.ts';
import { createLinkedChatsRepository } from './linked-chats.repository.ts';
import type { Outbox, Told } from './outbox.port.ts';
import { type AddressedNotice, createOutboxRepository } from './outbox.repository.ts';
import { createPolling, type PollTiming } from './poll-updates.ts';
import type { DescribeSignals } from './signals-text.port.ts';
import type { Telegram } from './telegram.port.ts';

const HOUR_MS = 3_600_000;
/** Telegram keeps an update for a day. */
const UPDATES_KEPT_MS = 7 * 24 * HOUR_MS;
/** For as long, a notice put again is known to have been there. */
const NOTICES_KEPT_MS = 30 * 24 * HOUR_MS;

/** The parts of the bot put together. Without `telegram` (no token) nothing runs and nothing is queued; the rest answers as ever. */
export function createTelegramBot(options: {
  telegram: Telegram | undefined;
  db: Kysely<Database>;
  describeSignals: DescribeSignals;
  /** Tells the servers on one database apart, and is the same after a restart: what a crash left held is taken up again at once. */
  serverId: string;
  timing: PollTiming;
  clock: Clock;
  stopwatch: Stopwatch;
  logger: Logger;
}) {
  const { db, telegram, clock, logger } = options;
  const chats = createLinkedChatsRepository(db);
  const linkedChats: LinkedChats = chats;
  const linking = createChatLinking({ repository: chats, isConfigured: telegram !== undefined, clock });
  if (!telegram) {
    const outbox: Outbox = { put: () => Promise.resolve() };
    return {
      linking,
      linkedChats,
      outbox,
      isRunning: () => false,
      start: () => undefined,
      stop: () => Promise.resolve(),
    };
  }

  const queue = createOutboxRepository(db, options.serverId);
  const updates = createHandledUpdates(db);
  const put = async (notices: readonly AddressedNotice[], told?: Told) => {
    await queue.put(notices, clock.now(), told);
    delivery.wake();
  };
  const outbox: Outbox = { put };
  const polling = createPolling({
    telegram,
    lease: createBotLease(db, 'telegram', options.serverId),
    handle: createHandleUpdate({
      updates,
      chats,
      queue,
      reply: (notice) => put([notice]),
      describeSignals: options.describeSignals,
      clock,
      logger,
    }),
    onWorking: () => delivery.wake(),
    clock,
    logger,
    timing: options.timing,
  });
  const delivery = createDelivery({
    queue,
    chats,
    telegram,
    isWorking: polling.isWorking,
    clock,
    stopwatch: options.stopwatch,
    logger,
  });
  const forgetting = createRepeating({
    name: 'telegram-forgetting',
    everyMs: HOUR_MS,
    logger,
    work: async () => {
      await updates.forgetBefore(clock.now() - UPDATES_KEPT_MS);
      await queue.forgetFinishedBefore(clock.now() - NOTICES_KEPT_MS);
    },
  });

  return {
    linking,
    linkedChats,
    outbox,
    isRunning: polling.isRunning,
    start: () => {
      polling.start();
      forgetting.start();
    },
    stop: async () => {
      await Promise.all([polling.stop(), delivery.stop(), forgetting.stop()]);
    },
  };
}
