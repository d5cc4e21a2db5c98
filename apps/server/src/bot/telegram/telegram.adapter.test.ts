import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  BLOCKED,
  CONFLICT,
  type FakeTelegram,
  type Fault,
  SERVER_ERROR,
  startFakeTelegram,
  TOO_MANY,
} from '../../../test/fake-telegram.ts';
import { until } from '../../../test/until.ts';
import { createTelegram } from './telegram.adapter.ts';
import { type Telegram, TelegramFailure } from './telegram.port.ts';

const HELLO = { chatId: '42', text: 'Ciao' };
const never = new AbortController().signal;

let fake: FakeTelegram;
let telegram: Telegram;

beforeEach(async () => {
  fake = await startFakeTelegram();
  telegram = telegramOf();
});
afterEach(() => fake.stop());

function telegramOf(token = fake.settings.TELEGRAM_BOT_TOKEN, answerWithinMs = 5000) {
  return createTelegram({ token, apiRoot: fake.settings.TELEGRAM_API_ROOT, answerWithinMs });
}

test('the bot says who it is', async () => {
  expect(await telegram.getMe(never)).toEqual({ id: 8_000_000_001, username: 'semaforo_prova_bot' });
});

test('a poll waits for what is written, and an offset confirms it', async () => {
  const poll = telegram.getUpdates({ offset: undefined, waitS: 5 }, never);
  const id = fake.write('/stato', { id: 42 });
  const chat = { id: '42', kind: 'private', title: 'Anna' };
  expect(await poll).toEqual([{ id, kind: 'message', chat, text: '/stato' }]);
  expect(await telegram.getUpdates({ offset: id + 1, waitS: 0 }, never)).toEqual([]);
  expect(fake.unconfirmed()).toBe(0);
});

test('a message is sent literally: no markup, no preview', async () => {
  const text = '<b>"S&1" *_[x](http://a)_* \\ </b>';
  expect(await telegram.sendMessage({ chatId: '-100123', text }, never)).toBe('sent');
  expect(fake.sent[0]?.payload).toEqual({
    chat_id: -100_123,
    text,
    link_preview_options: { is_disabled: true },
  });
});

test('a channel is addressed by its name', async () => {
  await telegram.sendMessage({ chatId: '@comune_x', text: 'Ciao' }, never);
  expect(fake.sent[0]?.payload).toMatchObject({ chat_id: '@comune_x' });
});

test.each<[string, Fault, object]>([
  ['a conflict', CONFLICT, { kind: 'conflict' }],
  ['too many requests', TOO_MANY(7), { kind: 'too-many', retryAfterS: 7 }],
  ['a failure of Telegram', SERVER_ERROR, { kind: 'unavailable' }],
  ['a chat that blocked the bot', BLOCKED, { kind: 'chat-gone' }],
  ['an unknown chat', { error_code: 400, description: 'Bad Request: chat not found' }, { kind: 'chat-gone' }],
  [
    'a message that is never taken',
    { error_code: 400, description: 'Bad Request: wrong' },
    { kind: 'refused' },
  ],
  [
    'a group that moved',
    {
      error_code: 400,
      description: 'Bad Request: group chat was upgraded',
      parameters: { migrate_to_chat_id: -1007 },
    },
    { kind: 'chat-moved', movedTo: '-1007' },
  ],
  ['an answer that is no JSON', 'garbage', { kind: 'unknown' }],
  ['a connection that breaks', 'reset', { kind: 'unknown' }],
])('%s is a failure of its kind', async (_what, fault, expected) => {
  fake.fail('sendMessage', fault);
  expect(await telegram.sendMessage(HELLO, never)).toMatchObject(expected);
});

test.each(['getMe', 'getUpdates'] as const)('an answer to %s without sense is a failure', async (method) => {
  fake.fail(method, 'nonsense');
  const answer = await (method === 'getMe'
    ? telegram.getMe(never)
    : telegram.getUpdates({ offset: undefined, waitS: 0 }, never));
  expect(answer).toMatchObject({ kind: 'unknown' });
});

test('no answer is a failure once its time is over', async () => {
  fake.fail('sendMessage', 'hang');
  const impatient = telegramOf(undefined, 50);
  expect(await impatient.sendMessage(HELLO, never)).toMatchObject({ kind: 'unknown' });
});

test('an abort ends a poll at once', async () => {
  const abort = new AbortController();
  const poll = telegram.getUpdates({ offset: undefined, waitS: 50 }, abort.signal);
  const since = performance.now();
  abort.abort();
  expect(await poll).toBeInstanceOf(TelegramFailure);
  expect(performance.now() - since).toBeLessThan(1000);
});

test('nobody listening is a failure without effect', async () => {
  await fake.goDown();
  expect(await telegram.sendMessage(HELLO, never)).toMatchObject({ kind: 'unavailable' });
});

test('no failure tells the token', async () => {
  const token = '999:secret-token-of-the-bot';
  fake.changeToken(token);
  const own = telegramOf(token, 50);
  const faults: Fault[] = [
    'garbage',
    'reset',
    'hang',
    { error_code: 400, description: `Bad Request: /bot${token}/sendMessage` },
  ];
  const failures: unknown[] = [await telegram.getMe(never)];
  for (const fault of faults) {
    fake.fail('sendMessage', fault);
    failures.push(await own.sendMessage(HELLO, never));
  }
  await fake.goDown();
  failures.push(await own.getMe(never));
  expect(failures).toHaveLength(6);
  expect(failures.every((failure) => failure instanceof TelegramFailure)).toBe(true);
  expect(JSON.stringify(failures)).not.toContain('secret-token');
});

test('a call that hangs ends in time, also when memory is collected meanwhile', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  fake.fail('sendMessage', 'hang');
  const sending = telegramOf(undefined, 300).sendMessage(HELLO, never);
  await until('it is under way', () => fake.calls.length === 1);
  collectGarbage();
  expect(await sending).toMatchObject({ kind: 'unknown' });
});
