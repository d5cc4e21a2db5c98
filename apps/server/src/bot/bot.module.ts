import type { Kysely } from 'kysely';
import { createLease } from '../database/lease.ts';
import type { Database } from '../database/schema.ts';
import type { Enqueue } from '../notifications/notification.ts';
import type { Actor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { Counters } from '../platform/counters.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { addMeasuredGauge } from '../platform/measured-gauge.ts';
import type { Secret } from '../platform/secret.ts';
import { createBotHandlers } from './bot.routes.ts';
import type { SignalView } from './signal-view.ts';
import { createAnswerMessage } from './telegram/answer-message.ts';
import { describeSignals } from './telegram/describe-signals.ts';
import { createHandleUpdate } from './telegram/handle-update.ts';
import { createHandledUpdates } from './telegram/handled-updates.repository.ts';
import { createChatLinking } from './telegram/link-chats.ts';
import { createLinkCodesRepository } from './telegram/link-codes.repository.ts';
import { createLinkedChatsRepository } from './telegram/linked-chats.repository.ts';
import { createPolling, POLL_TIMING, type PollTiming } from './telegram/poll-updates.ts';
import { ANSWER_WITHIN_MS, createTelegram } from './telegram/telegram.adapter.ts';
import type { Telegram } from './telegram/telegram.port.ts';

/** How long the bot waits; tests wait less. */
export type BotTiming = { polling?: PollTiming; answerWithinMs?: number };

const HOUR_MS = 3_600_000;
/** Telegram repeats an update for one day at most. */
const UPDATES_KEPT_MS = 7 * 24 * HOUR_MS;

/** The Telegram bot: chats that users link, and its answers there. Notifications go through it, to those chats. */
export function createBotModule(deps: {
  db: Kysely<Database>;
  /** Identifies this server among those on one database; the same after a restart. */
  serverId: string;
  /** Without a token there is no bot: its routes say so. */
  config: { botToken: Secret | undefined; apiRoot: string };
  outbox: {
    enqueue: Enqueue;
    moveRecipient: (channel: 'telegram', from: string, to: string) => Promise<void>;
    countWaiting: (channel: 'telegram') => Promise<number>;
  };
  signalsFor: (actor: Actor) => readonly SignalView[];
  brokerState: () => { connected: boolean };
  counters: Pick<Counters, 'registry'>;
  clock: Clock;
  logger: Logger;
  timing?: BotTiming | undefined;
  /** In place of the Bot API over the network. */
  telegram?: Telegram | undefined;
}) {
  const { botToken, apiRoot } = deps.config;
  const { db, outbox, brokerState, clock, logger, timing = {} } = deps;
  const chats = createLinkedChatsRepository(db);
  const codes = createLinkCodesRepository(db);
  const linking = createChatLinking({ codes, chats, isConfigured: botToken !== undefined, clock });
  if (botToken === undefined) {
    const isRunning = () => false;
    return {
      name: 'bot',
      routes: createBotHandlers({ linking, isRunning }),
      health: { configured: false, isRunning, countWaiting: () => Promise.resolve(0) },
      ...{ sender: undefined, start: () => undefined, stop: () => Promise.resolve() },
    };
  }

  const answerWithinMs = timing.answerWithinMs ?? ANSWER_WITHIN_MS;
  const telegram = deps.telegram ?? createTelegram({ token: botToken, apiRoot, answerWithinMs });
  const lease = createLease(db, 'telegram', deps.serverId);
  const polling = createPolling({ telegram, lease, clock, logger, timing: timing.polling ?? POLL_TIMING });
  const updates = createHandledUpdates(db);
  const describe = (actor: Actor) =>
    describeSignals({
      signals: deps.signalsFor(actor),
      brokerConnected: brokerState().connected,
      now: clock.now(),
    });
  const handleUpdate = createHandleUpdate({
    ...{ updates, chats, outbox, clock, logger },
    answerMessage: createAnswerMessage({ codes, chats, describeSignals: describe, clock }),
  });
  const cleanUp = createInterval({
    name: 'telegram-clean-up',
    everyMs: HOUR_MS,
    logger,
    work: () => updates.deleteBefore(clock.now() - UPDATES_KEPT_MS),
  });
  const { isRunning } = polling;
  addMeasuredGauge(deps.counters.registry, {
    name: 'semaforo_bot_running',
    help: '1 while Telegram answers the bot; absent without a bot',
    read: () => (isRunning() ? 1 : 0),
  });

  return {
    name: 'bot',
    /** Whether it works, and how much waits to be sent. */
    health: { configured: true, isRunning, countWaiting: () => outbox.countWaiting('telegram') },
    routes: createBotHandlers({ linking, isRunning }),
    /** What sends notifications to chats. */
    sender: { sendMessage: telegram.sendMessage, isWorking: polling.isWorking, chats },
    /** To be called once devices and their states are loaded. */
    start: () => {
      polling.start(handleUpdate);
      cleanUp.start();
    },
    stop: async () => {
      await Promise.all([polling.stop(), cleanUp.stop()]);
    },
  };
}
