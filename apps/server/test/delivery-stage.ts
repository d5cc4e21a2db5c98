import { startFakeTelegram } from '@semaforo/testing/fake-telegram';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach } from 'vitest';
import { createLinkedChatsRepository } from '../src/bot/telegram/linked-chats.repository.ts';
import { createTelegram } from '../src/bot/telegram/telegram.adapter.ts';
import { createTelegramChannel } from '../src/notifications/channels/telegram/telegram.channel.ts';
import { createDispatcher } from '../src/notifications/dispatch.ts';
import { createOutbox } from '../src/notifications/outbox.ts';
import { systemMonotonicClock } from '../src/platform/clock.ts';
import { Secret } from '../src/platform/secret.ts';
import { SERVER_ID } from './acts.ts';
import { insertLinkedChat } from './linked-chat.ts';
import { createTestDatabase } from './test-database.ts';
import { createTestLogger } from './test-logger.ts';
import { TEST_SECRETS } from './test-secrets.ts';

export const NOTICE = { chatId: '42', key: 'missed:1', text: 'Pianificazione mancata' };
/** For tests in which Telegram does not answer: the delivery should not wait long for it. */
export const SHORT_MS = 3000;
export const HOUR_MS = 3_600_000;
/** How long a call may take on a busy machine. */
const ANSWER_WITHIN_MS = 30_000;

type DeliveryStage = Awaited<ReturnType<typeof createDeliveryStage>>;

/** A new stage for each test of the file. */
export function freshDeliveryStage(): () => DeliveryStage {
  let stage: DeliveryStage;
  beforeEach(async () => {
    stage = await createDeliveryStage();
  });
  afterEach(() => stage.stop());
  return () => stage;
}

/** Servers that deliver notifications from one database to a fake Telegram. */
async function createDeliveryStage() {
  const database = await createTestDatabase('sqlite');
  const { db } = database;
  const fake = await startFakeTelegram();
  const chats = createLinkedChatsRepository(db);
  const dispatchers: ReturnType<typeof createDispatcher>[] = [];
  const logger = createTestLogger();
  let working = true;
  let timesRequested = 0;
  let clockOffsetMs = 0;

  const outcomes = async () => {
    const rows = await db.selectFrom('notifications').select('outcome').orderBy('id').execute();
    return rows.map(({ outcome }) => outcome);
  };
  /** The outbox of a server whose clock is that much ahead. */
  const outboxOf = (serverId: string, aheadMs?: number) =>
    createOutbox({
      ...{ db, serverId, channels: ['telegram'] },
      clock: { now: () => Date.now() + (aheadMs ?? clockOffsetMs) },
    });
  const outbox = outboxOf(SERVER_ID);
  const put = async ({ chatId, key, text, expiresAt }: typeof NOTICE & { expiresAt?: number }) => {
    const userId = (await chats.findActor(chatId))?.id ?? null;
    await outbox.enqueue({
      ...{ audience: { to: 'telegram', chatId, userId }, key, kind: 'text', facts: { text, path: '' } },
      ...(expiresAt !== undefined && { expiresAt }),
    });
  };

  return {
    db,
    fake,
    outboxOf,
    heads: () => outbox.listNext({ name: 'telegram', keepsOrder: true }),
    chats,
    log: logger.entries,
    put: async (...notices: Parameters<typeof put>[0][]) => {
      for (const notice of notices) await put(notice);
    },
    /** Starts the delivery of a server. */
    startDelivery: ({ answerWithinMs = ANSWER_WITHIN_MS, serverId = SERVER_ID } = {}) => {
      const telegram = createTelegram({
        token: new Secret(fake.settings.TELEGRAM_BOT_TOKEN),
        apiRoot: fake.settings.TELEGRAM_API_ROOT,
        answerWithinMs,
      });
      const clock = { now: () => Date.now() + clockOffsetMs };
      const isWorking = () => {
        timesRequested += 1;
        return working;
      };
      const channel = createTelegramChannel({
        telegram: { sendMessage: telegram.sendMessage, isWorking, chats },
        ...{ clock, monotonicClock: systemMonotonicClock },
      });
      const dispatcher = createDispatcher({
        ...{ channel, outbox: outboxOf(serverId), secrets: TEST_SECRETS, clock, logger },
      });
      dispatchers.push(dispatcher);
      dispatcher.start();
      return dispatcher;
    },
    /** How often the delivery asked whether the bot works. */
    timesRequested: () => timesRequested,
    setWorking: (next: boolean) => {
      working = next;
    },
    /** Sets the clock of the servers, relative to the true time. */
    setClock: (offsetMs: number) => {
      clockOffsetMs = offsetMs;
    },
    outcomes,
    untilSent: (count: number) => until(`${count} messages are sent`, () => fake.sent.length >= count),
    untilOutcomes: (expected: readonly (string | null)[]) =>
      until(
        `the outcomes are ${String(expected)}`,
        async () => String(await outcomes()) === String(expected),
      ),
    /** Creates a user and links the chat; resolves to the id of the user. */
    linkChat: (chatId: string) => insertLinkedChat(db, chatId),
    stop: async () => {
      for (const dispatcher of dispatchers) await dispatcher.stop();
      await fake.stop();
      await database.close();
    },
  };
}
