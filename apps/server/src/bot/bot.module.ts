import type { Kysely } from 'kysely';
import type { Registry } from 'prom-client';
import { createLease } from '../database/lease.ts';
import type { Database } from '../database/schema.ts';
import type { Clock, MonotonicClock } from '../platform/clock.ts';
import type { Counters } from '../platform/counters.ts';
import type { Logger } from '../platform/logger.ts';
import { addMeasuredGauge } from '../platform/measured-gauge.ts';
import type { Secret } from '../platform/secret.ts';
import { createBotHandlers } from './bot.routes.ts';
import { createDeviceViews, type DeviceSource } from './device-views.ts';
import { createMessenger } from './messenger.ts';
import { createChannelsRepository } from './notices/channels.repository.ts';
import { createNoticeLeader } from './notices/notice-leader.ts';
import { createNotices, type NoticeSources, type NoticeTiming } from './notices/notices.ts';
import { createNotifiedErrorsRepository } from './outbox/notified-errors.repository.ts';
import { describeSignals } from './telegram/describe-signals.ts';
import { createChatLinking } from './telegram/link-chats.ts';
import { createLinkCodesRepository } from './telegram/link-codes.repository.ts';
import { createLinkedChatsRepository } from './telegram/linked-chats.repository.ts';
import { POLL_TIMING, type PollTiming } from './telegram/poll-updates.ts';
import { ANSWER_WITHIN_MS, createTelegram } from './telegram/telegram.adapter.ts';
import { type Telegram, TelegramFailure } from './telegram/telegram.port.ts';

/** How long the bot waits; tests wait less. */
export type BotTiming = { polling?: PollTiming; answerWithinMs?: number; notices?: NoticeTiming };

type Deps = {
  db: Kysely<Database>;
  /** Identifies this server among those on one database; the same after a restart. */
  serverId: string;
  /** Without a token there is no bot: its routes say so, and nothing is notified. */
  config: { botToken: Secret | undefined; apiRoot: string };
  devices: DeviceSource;
  counters: Pick<Counters, 'registry'>;
  clock: Clock;
  monotonicClock: MonotonicClock;
  logger: Logger;
  timing?: BotTiming | undefined;
} & Pick<
  NoticeSources,
  'brokerState' | 'findSchedule' | 'findAlert' | 'alertsForCitizens' | 'findCommand' | 'failedCommands'
>;

/** The Telegram bot: chats that users link, its answers, its notices to linked chats and to citizens' channels. */
export function createBotModule(needs: Deps) {
  const { botToken, apiRoot } = needs.config;
  const { db, serverId, brokerState, clock, monotonicClock, logger, timing = {} } = needs;
  const chats = createLinkedChatsRepository(db);
  const codes = createLinkCodesRepository(db);
  const linking = createChatLinking({ codes, chats, isConfigured: botToken !== undefined, clock });
  if (botToken === undefined) {
    const isRunning = () => false;
    const health = { configured: false, isRunning, countWaiting: () => Promise.resolve(0) };
    const handlers = createBotHandlers({ linking, isRunning });
    return { handlers, health, tellChat: undefined, reachChat: undefined, ...WITHOUT_TOKEN };
  }

  const { signalsFor, ...views } = createDeviceViews(needs.devices);
  const answerWithinMs = timing.answerWithinMs ?? ANSWER_WITHIN_MS;
  const telegram = createTelegram({ token: botToken, apiRoot, answerWithinMs });
  const messenger = createMessenger({
    telegram,
    db,
    codes,
    chats,
    describeSignals: (actor) =>
      describeSignals({
        signals: signalsFor(actor),
        brokerConnected: brokerState().connected,
        now: clock.now(),
      }),
    serverId,
    timing: timing.polling ?? POLL_TIMING,
    clock,
    monotonicClock,
    logger,
  });
  measureBot(needs.counters.registry, messenger);
  const leader = createNoticeLeader({ lease: createLease(db, 'notices', serverId), clock, logger });
  const { onElected, ...notices } = createNotices({
    ...views,
    brokerState,
    findSchedule: needs.findSchedule,
    findAlert: needs.findAlert,
    alertsForCitizens: needs.alertsForCitizens,
    findCommand: needs.findCommand,
    failedCommands: needs.failedCommands,
    channels: createChannelsRepository(db),
    notifiedErrors: createNotifiedErrorsRepository(db),
    linkedChats: chats,
    outbox: messenger.outbox,
    isLeader: leader.isLeader,
    clock,
    monotonicClock,
    logger,
    ...timing.notices,
  });

  return {
    /** Whether it works, and how much waits to be sent. */
    health: { configured: true, isRunning: messenger.isRunning, countWaiting: messenger.countWaiting },
    handlers: createBotHandlers({ linking, isRunning: messenger.isRunning }),
    ...notices,
    /** Sends a message to a linked chat (by the console's id), once for a key. */
    tellChat: async ({ chatId, key, text }: { chatId: number; key: string; text: string }) => {
      const chat = await chats.findById(chatId);
      if (chat) await messenger.outbox.put([{ chatId: chat, key, text }]);
    },
    /** A way to a linked chat (by the console's id) that needs no database later; undefined when it is gone. */
    reachChat: async (id: number) => {
      const chatId = await chats.findById(id);
      if (chatId === undefined) return undefined;
      return ({ text }: { text: string }) => sayAtOnce(telegram, { chatId, text });
    },
    /** To be called once devices and their states are loaded. */
    start: async () => {
      await leader.start(onElected);
      notices.start();
      messenger.start();
    },
    /** Resolves once all that was reported is stored. What is not sent yet is sent after the next start. */
    stop: async () => {
      await notices.stop();
      await leader.stop();
      await messenger.stop();
    },
  };
}

/** Past the outbox, which is in the database. Rejects when it was not sent. */
async function sayAtOnce(telegram: Telegram, message: { chatId: string; text: string }): Promise<void> {
  const result = await telegram.sendMessage(message, AbortSignal.timeout(ANSWER_WITHIN_MS));
  if (result instanceof TelegramFailure) throw new Error(result.description);
}

const nothing = () => undefined;

const WITHOUT_TOKEN: Omit<ReturnType<typeof createNotices>, 'onElected' | 'start' | 'stop'> & {
  start: () => Promise<void>;
  stop: () => Promise<void>;
} = {
  deviceChanged: nothing,
  devicesChanged: nothing,
  deliveriesEnded: nothing,
  scheduleMissed: nothing,
  backupFailed: nothing,
  alertChanged: nothing,
  forecast: nothing,
  bulletinStale: nothing,
  brokerChanged: nothing,
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
};

/** Shows whether the bot works, and what waits to be sent by it, to Prometheus. */
function measureBot(
  registry: Registry,
  options: { isRunning: () => boolean; countWaiting: () => Promise<number> },
): void {
  addMeasuredGauge(registry, {
    name: 'semaforo_bot_running',
    help: '1 while Telegram answers the bot; absent without a bot',
    read: () => (options.isRunning() ? 1 : 0),
  });
  addMeasuredGauge(registry, {
    name: 'semaforo_bot_messages_waiting',
    help: 'Messages that wait to be sent by the bot',
    read: options.countWaiting,
  });
}
