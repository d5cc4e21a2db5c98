import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type FakeTelegram, startFakeTelegram } from '@semaforo/testing/fake-telegram';
import {
  BLOCKED,
  CONFLICT,
  type Fault,
  SERVER_ERROR,
  TOO_MANY,
} from '@semaforo/testing/fake-telegram-faults';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Secret } from '../../platform/secret.ts';
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
  return createTelegram({
    token: new Secret(token),
    apiRoot: fake.settings.TELEGRAM_API_ROOT,
    answerWithinMs,
  });
}

test('getMe returns the id and the name of the bot', async () => {
  expect(await telegram.getMe(never)).toEqual({ id: 8_000_000_001, username: 'semaforo_prova_bot' });
});

test('a poll waits for a message, and an offset confirms it', async () => {
  const poll = telegram.getUpdates({ offset: undefined, waitS: 5 }, never);
  const id = fake.write('/stato', { id: 42 });
  const chat = { id: '42', kind: 'private', title: 'Anna' };
  expect(await poll).toEqual([{ id, kind: 'message', chat, text: '/stato' }]);
  expect(await telegram.getUpdates({ offset: id + 1, waitS: 0 }, never)).toEqual([]);
  expect(fake.unconfirmed()).toBe(0);
});

test('a message is sent as plain text, without markup and preview', async () => {
  const text = '<b>"S&1" *_[x](http://a)_* \\ </b>';
  expect(await telegram.sendMessage({ chatId: '-100123', text }, never)).toBe('sent');
  expect(fake.sent[0]?.payload).toEqual({
    chat_id: -100_123,
    text,
    link_preview_options: { is_disabled: true },
  });
});

test('a message to a channel is addressed by the channel’s name', async () => {
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
    'a message that Telegram refuses',
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
])('%s gives a failure of its kind', async (_what, fault, expected) => {
  fake.fail('sendMessage', fault);
  expect(await telegram.sendMessage(HELLO, never)).toMatchObject(expected);
});

test.each(['getMe', 'getUpdates'] as const)('a nonsense answer to %s gives a failure', async (method) => {
  fake.fail(method, 'nonsense');
  const answer = await (method === 'getMe'
    ? telegram.getMe(never)
    : telegram.getUpdates({ offset: undefined, waitS: 0 }, never));
  expect(answer).toMatchObject({ kind: 'unknown' });
});

test('a missing answer gives a failure after the time limit', async () => {
  fake.fail('sendMessage', 'hang');
  const hasty = telegramOf(undefined, 50);
  expect(await hasty.sendMessage(HELLO, never)).toMatchObject({ kind: 'unknown' });
});

test('an abort ends a poll that waits', async () => {
  const abort = new AbortController();
  // The poll would wait far longer than this test may last.
  const poll = telegram.getUpdates({ offset: undefined, waitS: 3600 }, abort.signal);
  await until('Telegram is polled', fake.isPolled);
  abort.abort();
  expect(await poll).toBeInstanceOf(TelegramFailure);
  await until('the poll has hung up', () => !fake.isPolled());
});

test('an unreachable server gives a failure that had no effect', async () => {
  await fake.goDown();
  expect(await telegram.sendMessage(HELLO, never)).toMatchObject({ kind: 'unavailable' });
});

test('no failure contains the token', async () => {
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

test('a call that hangs ends after the time limit, also when memory is collected meanwhile', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  fake.fail('sendMessage', 'hang');
  const sending = telegramOf(undefined, 300).sendMessage(HELLO, never);
  await until('the call runs', () => fake.calls.length === 1);
  collectGarbage();
  expect(await sending).toMatchObject({ kind: 'unknown' });
});
