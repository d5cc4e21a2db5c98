import { until } from '@semaforo/testing/until';
import { expect, test } from 'vitest';
import { SERVER_ID } from '../../test/acts.ts';
import { freshDeliveryStage, HOUR_MS, NOTICE, SHORT_MS } from '../../test/delivery-stage.ts';

const stage = freshDeliveryStage();

const manyNotices = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...NOTICE, chatId: String(1000 + index) }));

test('the delivery sends the notices of a chat in order, at least a second apart', async () => {
  const { fake, put, startDelivery, untilSent } = stage();
  startDelivery();
  await put(NOTICE, { ...NOTICE, key: 'missed:2', text: 'Seconda' });
  await untilSent(2);
  expect(fake.textsTo(42)).toEqual(['Pianificazione mancata', 'Seconda']);
  const [first, second] = fake.sent.map(({ at }) => at);
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(1000);
});

test('the delivery sends each key once per chat, also when it is put again later', async () => {
  const { fake, put, startDelivery, outcomes, untilOutcomes } = stage();
  await put(NOTICE, NOTICE);
  await put(NOTICE, { ...NOTICE, chatId: '43' });
  startDelivery();
  await untilOutcomes(['sent', 'sent']);
  await put(NOTICE);
  expect(await outcomes()).toEqual(['sent', 'sent']);
  expect([fake.textsTo(42), fake.textsTo(43)]).toEqual([[NOTICE.text], [NOTICE.text]]);
});

test('a long text is sent in parts, and another process continues it', async () => {
  const { fake, put, startDelivery, untilSent, untilOutcomes } = stage();
  const text = Array.from({ length: 300 }, (_, index) => `Semaforo ${index}: in errore`).join('\n');
  await put({ ...NOTICE, text });
  const first = startDelivery();
  await untilSent(1);
  await first.stop();
  startDelivery();
  await untilOutcomes(['sent']);
  expect(fake.textsTo(42).join('\n')).toBe(text);
});

test('several servers on one outbox send each notice once', async () => {
  const { fake, put, startDelivery, untilOutcomes } = stage();
  await put(...manyNotices(40));
  startDelivery();
  startDelivery({ serverId: 'altro-server' });
  await untilOutcomes(Array.from({ length: 40 }, () => 'sent'));
  expect(new Set(fake.sent.map(({ chatId }) => chatId)).size).toBe(40);
  expect(fake.sent).toHaveLength(40);
});

test('the delivery never sends more than 30 messages a second', async () => {
  const { fake, put, startDelivery, untilSent } = stage();
  await put(...manyNotices(70));
  startDelivery();
  await untilSent(70);
  const times = fake.sent.map(({ at }) => at);
  const most = Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1000).length));
  expect(most).toBeLessThanOrEqual(30);
});

test('a chat whose user was revoked or deleted gets nothing', async () => {
  const { db, fake, put, startDelivery, linkChat, untilSent, untilOutcomes } = stage();
  const userId = await linkChat('42');
  await put(NOTICE);
  await db.updateTable('users').set({ token_version: 2 }).where('id', '=', userId).execute();
  startDelivery();
  await untilOutcomes(['unlinked']);
  await put({ ...NOTICE, key: 'missed:2' });
  await db.deleteFrom('users').execute();
  await put({ ...NOTICE, chatId: '43' });
  await untilSent(1);
  expect(fake.textsTo(42)).toEqual([]);
});

test('an expired notice is not sent', async () => {
  const { fake, put, startDelivery, untilOutcomes } = stage();
  await put({ ...NOTICE, expiresAt: Date.now() - 1 });
  startDelivery();
  await untilOutcomes(['expired']);
  expect(fake.calls).toEqual([]);
});

test('the delivery waits while the bot does not work', async () => {
  const { fake, put, startDelivery, timesRequested, setWorking, untilSent } = stage();
  setWorking(false);
  startDelivery();
  await put(NOTICE);
  await until('it asked twice whether the bot works', () => timesRequested() > 1);
  expect(fake.calls).toEqual([]);
  setWorking(true);
  await untilSent(1);
});

test('a part that another server claimed and left counts as perhaps sent and is not sent again', async () => {
  const { fake, put, heads, outboxOf, startDelivery, untilOutcomes } = stage();
  await put(NOTICE, { ...NOTICE, key: 'missed:2', text: 'Seconda' });
  const [head] = await heads();
  if (!head) throw new Error('the outbox is empty');
  expect(await outboxOf('altro-server', -61_000).claim(head)).toBeDefined();
  startDelivery();
  await untilOutcomes(['unknown', 'sent']);
  expect(fake.textsTo(42)).toEqual(['Seconda']);
});

test('after a crash, a server gives up at once what it was sending itself, not what others send', async () => {
  const { fake, put, heads, outboxOf, startDelivery, untilOutcomes, log } = stage();
  await put(NOTICE, { ...NOTICE, key: 'missed:2', text: 'Seconda' }, { ...NOTICE, chatId: '43' });
  const [own, others] = await heads();
  if (!own || !others) throw new Error('two chats have notices');
  expect(await outboxOf(SERVER_ID).claim(own)).toBeDefined();
  expect(await outboxOf('altro-server').claim(others)).toBeDefined();
  startDelivery();
  await untilOutcomes(['unknown', 'sent', null]);
  expect(fake.textsTo('42')).toEqual(['Seconda']);
  expect(log).toContain('notification not delivered');
});

test('the delivery ignores times that another process stored by a clock that was ahead', async () => {
  const { put, heads, outboxOf, startDelivery, untilOutcomes } = stage();
  await put(NOTICE, { ...NOTICE, chatId: '43' });
  const [postponed, claimed] = await heads();
  if (!postponed || !claimed) throw new Error('two chats have notices');
  const ahead = outboxOf('altro-server', HOUR_MS);
  const claim = await ahead.claim(postponed);
  if (!claim) throw new Error('nobody else claims it');
  await ahead.settle(claim, { not_before: Date.now() + HOUR_MS, failure: 'più tardi' });
  expect(await ahead.claim(claimed)).toBeDefined();
  startDelivery();
  await untilOutcomes(['sent', 'unknown']);
});

test('a stop ends although Telegram hangs, and what was being sent counts as perhaps sent', async () => {
  const { fake, put, startDelivery, outcomes } = stage();
  fake.fail('sendMessage', 'hang');
  await put(NOTICE);
  const delivery = startDelivery({ answerWithinMs: SHORT_MS });
  await until('a call runs', () => fake.calls.length === 1);
  await delivery.stop();
  expect(await outcomes()).toEqual(['unknown']);
});
