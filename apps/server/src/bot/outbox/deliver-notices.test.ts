import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SERVER_ID } from '../../../test/acts.ts';
import {
  BLOCKED,
  type FakeTelegram,
  type Fault,
  SERVER_ERROR,
  startFakeTelegram,
  TOO_MANY,
} from '../../../test/fake-telegram.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { createTestLogger } from '../../../test/test-logger.ts';
import { until } from '../../../test/until.ts';
import type { OpenDatabase } from '../../database/engine.ts';
import { systemStopwatch } from '../../platform/clock.ts';
import { createLinkedChatsRepository } from '../telegram/linked-chats.repository.ts';
import { createTelegram } from '../telegram/telegram.adapter.ts';
import { createDelivery } from './deliver-notices.ts';
import { createOutboxRepository, type OutboxRepository } from './outbox.repository.ts';

const NOTICE = { chatId: '42', key: 'missed:1', text: 'Pianificazione mancata' };
/** Longer than a busy machine takes; where nothing answers, no longer than a test may wait. */
const PATIENCE_MS = 8000;
const IMPATIENCE_MS = 3000;
const HOUR_MS = 3_600_000;

describe('the delivery', () => {
  let database: OpenDatabase;
  let fake: FakeTelegram;
  let queue: OutboxRepository;
  /** The same queue, as another server uses it. */
  let elsewhere: OutboxRepository;
  let deliveries: ReturnType<typeof createDelivery>[];
  let log: readonly string[];
  let working: boolean;
  let asked: number;
  /** By how much the clock was set back. */
  let behindMs: number;

  beforeEach(async () => {
    database = await createTestDatabase('sqlite');
    fake = await startFakeTelegram();
    queue = createOutboxRepository(database.db, SERVER_ID);
    elsewhere = createOutboxRepository(database.db, 'altro-server');
    deliveries = [];
    working = true;
    asked = 0;
    behindMs = 0;
  });
  afterEach(async () => {
    for (const delivery of deliveries) await delivery.stop();
    await fake.stop();
    await database.close();
  });

  const startDelivery = (answerWithinMs = PATIENCE_MS, serverId = SERVER_ID) => {
    const logger = createTestLogger();
    log = logger.entries;
    const delivery = createDelivery({
      queue: createOutboxRepository(database.db, serverId),
      chats: createLinkedChatsRepository(database.db),
      telegram: createTelegram({
        token: fake.settings.TELEGRAM_BOT_TOKEN,
        apiRoot: fake.settings.TELEGRAM_API_ROOT,
        answerWithinMs,
      }),
      isWorking: () => {
        asked += 1;
        return working;
      },
      clock: { now: () => Date.now() - behindMs },
      stopwatch: systemStopwatch,
      logger,
    });
    deliveries.push(delivery);
    delivery.wake();
    return delivery;
  };
  const put = (...notices: Parameters<OutboxRepository['put']>[0]) => queue.put(notices, Date.now());
  const untilSent = (count: number) => until(`${count} messages are sent`, () => fake.sent.length >= count);
  const outcomes = async () => {
    const rows = await database.db.selectFrom('bot_outbox').select('outcome').orderBy('id').execute();
    return rows.map(({ outcome }) => outcome);
  };
  const untilOutcomes = (expected: readonly (string | null)[]) =>
    until(`the outcomes are ${String(expected)}`, async () => String(await outcomes()) === String(expected));
  const linkChat = async (chatId: string) => {
    const { id } = await database.db
      .insertInto('users')
      .values({
        username: 'anna',
        folded_username: 'anna',
        password_hash: '',
        role: 'user',
        token_version: 1,
        created_at: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await database.db
      .insertInto('bot_chats')
      .values({
        chat_id: chatId,
        user_id: id,
        kind: 'private',
        title: 'Anna',
        token_version: 1,
        linked_at: 0,
      })
      .execute();
    return id;
  };

  test('sends what is put, in order', async () => {
    startDelivery();
    await put(NOTICE, { ...NOTICE, key: 'missed:2', text: 'Seconda' });
    await untilSent(2);
    expect(fake.textsTo(42)).toEqual(['Pianificazione mancata', 'Seconda']);
    const [first, second] = fake.sent.map(({ at }) => at);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(1000);
  });

  test('sends the same key once per chat, also after it was sent', async () => {
    await put(NOTICE, NOTICE);
    await put(NOTICE, { ...NOTICE, chatId: '43' });
    startDelivery();
    await untilOutcomes(['sent', 'sent']);
    await put(NOTICE);
    expect(await outcomes()).toEqual(['sent', 'sent']);
    expect([fake.textsTo(42), fake.textsTo(43)]).toEqual([[NOTICE.text], [NOTICE.text]]);
  });

  test('sends a long text in parts, which another process continues', async () => {
    const text = Array.from({ length: 300 }, (_, index) => `Semaforo ${index}: in errore`).join('\n');
    await put({ ...NOTICE, text });
    const first = startDelivery();
    await untilSent(1);
    await first.stop();
    startDelivery();
    await untilOutcomes(['sent']);
    expect(fake.textsTo(42).join('\n')).toBe(text);
  });

  test('several servers on one queue send each notice once', async () => {
    await put(...Array.from({ length: 40 }, (_, index) => ({ ...NOTICE, chatId: String(1000 + index) })));
    startDelivery();
    startDelivery(PATIENCE_MS, 'altro-server');
    await untilOutcomes(Array.from({ length: 40 }, () => 'sent'));
    expect(new Set(fake.sent.map(({ chatId }) => chatId)).size).toBe(40);
    expect(fake.sent).toHaveLength(40);
  });

  test('to many chats never sends more than 30 messages a second', async () => {
    await put(...Array.from({ length: 70 }, (_, index) => ({ ...NOTICE, chatId: String(1000 + index) })));
    startDelivery();
    await untilSent(70);
    const times = fake.sent.map(({ at }) => at);
    const most = Math.max(
      ...times.map((from) => times.filter((at) => at >= from && at < from + 1000).length),
    );
    expect(most).toBeLessThanOrEqual(30);
  });

  test('obeys retry_after, and sends to other chats meanwhile', async () => {
    fake.fail('sendMessage', TOO_MANY(3), 1);
    startDelivery();
    await put(NOTICE);
    await until('the first was refused', () => fake.calls.length === 1);
    await put({ ...NOTICE, chatId: '43' });
    await untilSent(2);
    expect(fake.sent.map(({ chatId }) => chatId)).toEqual(['43', '42']);
    const refusedAt = fake.calls[0]?.at ?? 0;
    expect((fake.sent[1]?.at ?? 0) - refusedAt).toBeGreaterThanOrEqual(3000);
    expect(await outcomes()).not.toContain('unknown');
  });

  test.each<[string, Fault]>([
    ['Telegram fails', SERVER_ERROR],
    ['the token is refused', { error_code: 401, description: 'Unauthorized' }],
  ])('when %s, tries again until it is taken, once', async (_what, fault) => {
    fake.fail('sendMessage', fault, 2);
    await put(NOTICE);
    startDelivery();
    await untilOutcomes(['sent']);
    expect(fake.calls).toHaveLength(3);
    expect(fake.textsTo(42)).toEqual([NOTICE.text]);
  });

  test('without network loses nothing', async () => {
    await fake.goDown();
    await put(NOTICE);
    startDelivery();
    await until('it was tried', async () => ((await queue.heads())[0]?.attempts ?? 0) > 0);
    await fake.comeBack();
    await untilSent(1);
    expect(fake.textsTo(42)).toEqual([NOTICE.text]);
  });

  test.each<Fault>(['taken-then-hang', 'hang', 'garbage', 'reset'])(
    'never sends again what may have been sent (%s), and goes on with the next',
    async (fault) => {
      fake.fail('sendMessage', fault, 1);
      await put(NOTICE, { ...NOTICE, key: 'missed:2', text: 'Seconda' });
      startDelivery(IMPATIENCE_MS);
      await untilOutcomes(['unknown', 'sent']);
      expect(fake.calls).toHaveLength(2);
      expect(fake.textsTo(42).filter((text) => text === NOTICE.text).length).toBeLessThanOrEqual(1);
      expect(log).toContain('telegram notice not delivered');
    },
  );

  test('never sends again what a process was sending when it died', async () => {
    await put(NOTICE, { ...NOTICE, key: 'missed:2', text: 'Seconda' });
    const [head] = await queue.heads();
    if (!head) throw new Error('nothing is queued');
    expect(await elsewhere.claim(head, Date.now() - 61_000)).toBe('claimed');
    startDelivery();
    await untilOutcomes(['unknown', 'sent']);
    expect(fake.textsTo(42)).toEqual(['Seconda']);
  });

  test('unlinks a chat that blocked the bot, drops what waits for it and says so once', async () => {
    await linkChat('42');
    fake.loseChat(42, BLOCKED);
    await put(NOTICE, { ...NOTICE, key: 'missed:2' }, { ...NOTICE, chatId: '43' });
    startDelivery();
    await untilOutcomes(['refused', 'refused', 'sent']);
    expect(await createLinkedChatsRepository(database.db).all()).toEqual([]);
    expect(log.filter((entry) => entry === 'telegram chat lost')).toHaveLength(1);
    expect(fake.calls.filter(({ payload }) => payload.chat_id === 42)).toHaveLength(1);
  });

  test('follows a group that got another id', async () => {
    await linkChat('-5');
    fake.loseChat(-5, {
      error_code: 400,
      description: 'Bad Request: group chat was upgraded to a supergroup chat',
      parameters: { migrate_to_chat_id: -1005 },
    });
    await put({ ...NOTICE, chatId: '-5' });
    startDelivery();
    await untilSent(1);
    expect(fake.textsTo(-1005)).toEqual([NOTICE.text]);
    expect(await createLinkedChatsRepository(database.db).all()).toMatchObject([{ chatId: '-1005' }]);
  });

  test('sends nothing to a chat whose user was revoked or deleted meanwhile', async () => {
    const userId = await linkChat('42');
    await put(NOTICE);
    await database.db.updateTable('users').set({ token_version: 2 }).where('id', '=', userId).execute();
    startDelivery();
    await untilOutcomes(['unlinked']);
    await put({ ...NOTICE, key: 'missed:2' });
    await database.db.deleteFrom('users').execute();
    await put({ ...NOTICE, chatId: '43' });
    await untilSent(1);
    expect(fake.textsTo(42)).toEqual([]);
  });

  const untilHeld = () =>
    until('it is to be tried again later', async () => {
      const [head] = await queue.heads();
      return head !== undefined && head.sendingSince === null && head.notBefore > 0;
    });

  test.each<[string, Fault]>([
    ['Telegram failed', SERVER_ERROR],
    ['Telegram wanted to be left alone', TOO_MANY(1)],
  ])('a clock set back after %s makes nobody wait for it to catch up', async (_what, fault) => {
    fake.fail('sendMessage', fault, 1);
    await put(NOTICE);
    startDelivery();
    await untilHeld();
    behindMs = HOUR_MS;
    await put({ ...NOTICE, chatId: '43' });
    await untilOutcomes(['sent', 'sent']);
  });

  test('a clock set forward makes no retry_after shorter', async () => {
    fake.fail('sendMessage', TOO_MANY(3), 1);
    await put(NOTICE);
    startDelivery();
    await untilHeld();
    behindMs = -HOUR_MS;
    await untilSent(1);
    const [refusal] = fake.calls;
    expect((fake.sent[0]?.at ?? 0) - (refusal?.at ?? 0)).toBeGreaterThanOrEqual(3000);
  });

  test('obeys a retry_after of many minutes, too', async () => {
    fake.fail('sendMessage', TOO_MANY(600), 1);
    await put(NOTICE);
    startDelivery();
    await untilHeld();
    await put({ ...NOTICE, chatId: '43' });
    await untilSent(1);
    const lastAsked = asked;
    await until('the queue is looked at again', () => asked > lastAsked + 1);
    expect(fake.calls.map(({ payload }) => payload.chat_id)).toEqual([42, 43]);
  });

  test('does not wait for what another process put off, or began to send, by a clock that was ahead', async () => {
    await put(NOTICE, { ...NOTICE, chatId: '43' });
    const [putOff, begun] = await queue.heads();
    if (!putOff || !begun) throw new Error('two are queued');
    expect(await elsewhere.claim(putOff, Date.now() + HOUR_MS)).toBe('claimed');
    await queue.release(putOff.id, Date.now() + HOUR_MS);
    expect(await elsewhere.claim(begun, Date.now() + HOUR_MS)).toBe('claimed');
    startDelivery();
    await untilOutcomes(['sent', 'unknown']);
  });

  test('after a crash the same server counts at once as perhaps sent what it was sending, and sends the chat’s next', async () => {
    await put(NOTICE, { ...NOTICE, key: 'missed:2', text: 'Seconda' }, { ...NOTICE, chatId: '43' });
    const [own, others] = await queue.heads();
    if (!own || !others) throw new Error('two are queued');
    expect(await queue.claim(own, Date.now())).toBe('claimed');
    expect(await elsewhere.claim(others, Date.now())).toBe('claimed');
    startDelivery();
    await untilOutcomes(['unknown', 'sent', null]);
    expect(fake.textsTo('42')).toEqual(['Seconda']);
    expect(log).toContain('telegram notices not delivered');
  });

  test('drops what is not worth sending any more', async () => {
    await put({ ...NOTICE, expiresAt: Date.now() - 1 });
    startDelivery();
    await untilOutcomes(['expired']);
    expect(fake.calls).toEqual([]);
  });

  test('waits while the bot does not work', async () => {
    working = false;
    const delivery = startDelivery();
    await put(NOTICE);
    await until('it asked whether the bot works', () => asked > 0);
    delivery.wake();
    await until('it asked again', () => asked > 1);
    expect(fake.calls).toEqual([]);
    working = true;
    delivery.wake();
    await untilSent(1);
  });

  test('ends in time though Telegram hangs, and counts what was under way as perhaps sent', async () => {
    fake.fail('sendMessage', 'hang');
    await put(NOTICE);
    const delivery = startDelivery(IMPATIENCE_MS);
    await until('it is under way', () => fake.calls.length === 1);
    await delivery.stop();
    expect(await outcomes()).toEqual(['unknown']);
  });
});
