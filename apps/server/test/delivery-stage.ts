import { startFakeTelegram } from '@semaforo/testing/fake-telegram';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach } from 'vitest';
import { createDelivery } from '../src/bot/outbox/deliver-notices.ts';
import { createOutboxRepository, type OutboxRepository } from '../src/bot/outbox/outbox.repository.ts';
import {
  createPartClaimsRepository,
  type PartClaimsRepository,
} from '../src/bot/outbox/part-claims.repository.ts';
import { createLinkedChatsRepository } from '../src/bot/telegram/linked-chats.repository.ts';
import { createTelegram } from '../src/bot/telegram/telegram.adapter.ts';
import { systemMonotonicClock } from '../src/platform/clock.ts';
import { Secret } from '../src/platform/secret.ts';
import { SERVER_ID } from './acts.ts';
import { insertLinkedChat } from './linked-chat.ts';
import { createTestDatabase } from './test-database.ts';
import { createTestLogger } from './test-logger.ts';

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

/** Servers that deliver notices from one database to a fake Telegram. */
async function createDeliveryStage() {
  const database = await createTestDatabase('sqlite');
  const fake = await startFakeTelegram();
  const queue = createOutboxRepository(database.db);
  const deliveries: ReturnType<typeof createDelivery>[] = [];
  const logger = createTestLogger();
  let working = true;
  let timesAsked = 0;
  let clockOffsetMs = 0;

  const outcomes = async () => {
    const rows = await database.db.selectFrom('bot_outbox').select('outcome').orderBy('id').execute();
    return rows.map(({ outcome }) => outcome);
  };
  const claimsOf = (serverId: string): PartClaimsRepository =>
    createPartClaimsRepository(database.db, serverId);

  return {
    db: database.db,
    fake,
    queue,
    chats: createLinkedChatsRepository(database.db),
    claims: claimsOf(SERVER_ID),
    claimsOfOtherServer: claimsOf('altro-server'),
    log: logger.entries,
    put: (...notices: Parameters<OutboxRepository['put']>[0]) => queue.put(notices, Date.now()),
    /** Starts the delivery of a server, which looks at the outbox at once. */
    startDelivery: ({ answerWithinMs = ANSWER_WITHIN_MS, serverId = SERVER_ID } = {}) => {
      const delivery = createDelivery({
        queue,
        claims: claimsOf(serverId),
        chats: createLinkedChatsRepository(database.db),
        telegram: createTelegram({
          token: new Secret(fake.settings.TELEGRAM_BOT_TOKEN),
          apiRoot: fake.settings.TELEGRAM_API_ROOT,
          answerWithinMs,
        }),
        isWorking: () => {
          timesAsked += 1;
          return working;
        },
        clock: { now: () => Date.now() + clockOffsetMs },
        monotonicClock: systemMonotonicClock,
        logger,
      });
      deliveries.push(delivery);
      delivery.wake();
      return delivery;
    },
    /** How often the delivery asked whether the bot works. */
    timesAsked: () => timesAsked,
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
    linkChat: (chatId: string) => insertLinkedChat(database.db, chatId),
    stop: async () => {
      for (const delivery of deliveries) await delivery.stop();
      await fake.stop();
      await database.close();
    },
  };
}
