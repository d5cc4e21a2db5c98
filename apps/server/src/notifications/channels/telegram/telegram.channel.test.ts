import { BLOCKED, type Fault, SERVER_ERROR, TOO_MANY } from '@semaforo/testing/fake-telegram-faults';
import { until } from '@semaforo/testing/until';
import { expect, test } from 'vitest';
import { freshDeliveryStage, HOUR_MS, NOTICE, SHORT_MS } from '../../../../test/delivery-stage.ts';

const stage = freshDeliveryStage();

const untilPostponed = () =>
  until('the notice is postponed', async () => {
    const [head] = await stage().heads();
    return head !== undefined && head.claimed_until === null && head.not_before > 0;
  });

test('a retry_after delays its chat, while other chats get their notices', async () => {
  const { fake, put, startDelivery, outcomes, untilSent } = stage();
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

test('a retry_after of many minutes delays its chat only', async () => {
  const { fake, put, startDelivery, timesRequested, untilSent } = stage();
  fake.fail('sendMessage', TOO_MANY(600), 1);
  await put(NOTICE);
  startDelivery();
  await untilPostponed();
  await put({ ...NOTICE, chatId: '43' });
  await untilSent(1);
  const before = timesRequested();
  await until('the outbox is read again', () => timesRequested() > before + 1);
  expect(fake.calls.map(({ payload }) => payload.chat_id)).toEqual([42, 43]);
});

test.each<[string, Fault]>([
  ['Telegram fails', SERVER_ERROR],
  ['Telegram refuses the token', { error_code: 401, description: 'Unauthorized' }],
])('when %s, a notice is sent again until Telegram takes it', async (_what, fault) => {
  const { fake, put, startDelivery, untilOutcomes } = stage();
  fake.fail('sendMessage', fault, 2);
  await put(NOTICE);
  startDelivery();
  await untilOutcomes(['sent']);
  expect(fake.calls).toHaveLength(3);
  expect(fake.textsTo(42)).toEqual([NOTICE.text]);
});

test('a notice is sent after the network is back', async () => {
  const { fake, put, heads, startDelivery, untilSent } = stage();
  await fake.goDown();
  await put(NOTICE);
  startDelivery();
  await until('it was tried', async () => ((await heads())[0]?.attempts ?? 0) > 0);
  await fake.comeBack();
  await untilSent(1);
  expect(fake.textsTo(42)).toEqual([NOTICE.text]);
});

test.each<Fault>(['taken-then-hang', 'hang', 'garbage', 'reset'])(
  'a notice that was perhaps sent (%s) is not sent again, and the next one is sent',
  async (fault) => {
    const { fake, put, startDelivery, untilOutcomes, log } = stage();
    fake.fail('sendMessage', fault, 1);
    await put(NOTICE, { ...NOTICE, key: 'missed:2', text: 'Seconda' });
    startDelivery({ answerWithinMs: SHORT_MS });
    await untilOutcomes(['unknown', 'sent']);
    expect(fake.calls).toHaveLength(2);
    expect(fake.textsTo(42).filter((text) => text === NOTICE.text).length).toBeLessThanOrEqual(1);
    expect(log).toContain('notification not delivered');
  },
);

test('a chat that blocked the bot is unlinked and its notices are dropped, with one line in the log', async () => {
  const { chats, fake, put, startDelivery, linkChat, untilOutcomes, log } = stage();
  await linkChat('42');
  fake.loseChat(42, BLOCKED);
  await put(NOTICE, { ...NOTICE, key: 'missed:2' }, { ...NOTICE, chatId: '43' });
  startDelivery();
  await untilOutcomes(['refused', 'refused', 'sent']);
  expect(await chats.all()).toEqual([]);
  expect(log.filter((entry) => entry === 'recipient of notifications lost')).toHaveLength(1);
  expect(fake.calls.filter(({ payload }) => payload.chat_id === 42)).toHaveLength(1);
});

test('a group that got another id keeps its link and gets its notice', async () => {
  const { chats, fake, put, startDelivery, linkChat, untilSent } = stage();
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
  expect(await chats.all()).toMatchObject([{ chatId: '-1005' }]);
});

test.each<[string, Fault]>([
  ['Telegram failed', SERVER_ERROR],
  ['a retry_after', TOO_MANY(1)],
])('a clock that is set back after %s delays no notice', async (_what, fault) => {
  const { fake, put, startDelivery, setClock, untilOutcomes } = stage();
  fake.fail('sendMessage', fault, 1);
  await put(NOTICE);
  startDelivery();
  await untilPostponed();
  setClock(-HOUR_MS);
  await put({ ...NOTICE, chatId: '43' });
  await untilOutcomes(['sent', 'sent']);
});

test('a clock that is set forward shortens no retry_after', async () => {
  const { fake, put, startDelivery, setClock, untilSent } = stage();
  fake.fail('sendMessage', TOO_MANY(3), 1);
  await put(NOTICE);
  startDelivery();
  await untilPostponed();
  setClock(HOUR_MS);
  await untilSent(1);
  const [refusal] = fake.calls;
  expect((fake.sent[0]?.at ?? 0) - (refusal?.at ?? 0)).toBeGreaterThanOrEqual(3000);
});
