import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import {
  CONFLICT,
  type FakeTelegram,
  type Fault,
  type Method,
  SERVER_ERROR,
  startFakeTelegram,
  TOO_MANY,
  UNAUTHORIZED,
} from '../../test/fake-telegram.ts';
import { ADMIN, type Caller, OPERATOR_PASSWORD, type RunningApp, startApp } from '../../test/running-app.ts';
import { createTestDatabasePlace } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { openDatabase } from '../database/engine.ts';
import { createBotLease } from './bot-lease.repository.ts';

const CHAT = { id: 42 };
const GROUP = { id: -1007, type: 'supergroup', title: 'Protezione civile' };

let fake: FakeTelegram;
let apps: RunningApp[];
let dataDir: string;

beforeEach(async () => {
  fake = await startFakeTelegram();
  apps = [];
  dataDir = mkdtempSync(join(tmpdir(), 'semaforo-bot-'));
});
afterEach(async () => {
  for (const app of apps) await app.stop();
  await fake.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(options: Parameters<typeof startApp>[0] = {}): Promise<RunningApp> {
  const app = await startApp({ dataDir, ...options, settings: { ...fake.settings, ...options.settings } });
  apps.push(app);
  return app;
}

async function stop(app: RunningApp): Promise<void> {
  apps = apps.filter((one) => one !== app);
  await app.stop();
}

const isRunning = async (call: Caller) =>
  ((await call('GET', '/api/telegram/status')).body as { running: boolean }).running;
const untilRunning = (call: Caller, expected = true) =>
  until(`the bot is ${expected ? '' : 'not '}running`, async () => (await isRunning(call)) === expected);

const codeOf = async (call: Caller) =>
  ((await call('POST', '/api/telegram/link-code')).body as { code: string }).code;
const chatsOf = async (call: Caller) =>
  ((await call('GET', '/api/telegram/chats')).body as { chats: { id: number; title: string }[] }).chats;

/** Writes in a chat and resolves to the bot's next answer there. */
async function ask(text: string, chat: { id: number } = CHAT): Promise<string> {
  const before = fake.textsTo(chat.id).length;
  fake.write(text, chat);
  return until(`there is an answer to ${text}`, () => fake.textsTo(chat.id)[before]);
}

async function link(call: Caller, chat: { id: number } = CHAT): Promise<void> {
  expect(await ask(`/collega ${await codeOf(call)}`, chat)).toMatch(/^Chat collegata/);
}

test('without a token the bot is not running, and gives no codes', async () => {
  const app = await start({ settings: { TELEGRAM_BOT_TOKEN: '' } });
  const call = await app.as(ADMIN);
  expect((await call('GET', '/api/telegram/status')).body).toEqual({ running: false });
  expect(await call('POST', '/api/telegram/link-code')).toMatchObject({
    status: 503,
    body: { code: 'bot-not-configured' },
  });
  expect(await chatsOf(call)).toEqual([]);
  expect(fake.calls).toEqual([]);
});

describe('linking', () => {
  let app: RunningApp;
  let operator: { id: number; call: Caller };
  let admin: Caller;
  /** By how much the server's clock is ahead. */
  let aheadMs: number;

  beforeEach(async () => {
    aheadMs = 0;
    app = await start({ clock: { now: () => Date.now() + aheadMs } });
    admin = await app.as(ADMIN);
    operator = await app.createOperator('valdombra');
    await untilRunning(admin);
  });

  test('a code links a chat to whoever asked for it, once', async () => {
    const askedAt = Date.now();
    const { status, body } = await operator.call('POST', '/api/telegram/link-code');
    expect([status, Object.keys(body as object)]).toEqual([200, ['code', 'expires_at']]);
    const { code, expires_at: expiresAt } = body as { code: string; expires_at: string };
    const holdsMs = Date.parse(expiresAt) - askedAt;
    expect(holdsMs).toBeGreaterThanOrEqual(600_000);
    expect(holdsMs).toBeLessThan(610_000);

    expect(await ask(`/collega ${code.toLowerCase()}`)).toBe(
      'Chat collegata a valdombra: riceverà gli avvisi dei suoi dispositivi.\nScrivi /aiuto per i comandi.',
    );
    const chat = { id: expect.any(Number) as number, title: 'Anna', linked_at: expect.any(String) as string };
    expect((await operator.call('GET', '/api/telegram/chats')).body).toEqual({ chats: [chat] });
    expect(await chatsOf(admin)).toEqual([]);
    expect(await ask(`/collega ${code}`, { id: 43 })).toMatch(/^Il codice non è valido/);
  });

  test('a code holds for ten minutes, and only the last one', async () => {
    const former = await codeOf(operator.call);
    const code = await codeOf(operator.call);
    expect(await ask(`/collega ${former}`)).toMatch(/^Il codice non è valido/);
    aheadMs += 600_000;
    expect(await ask(`/collega ${code}`)).toMatch(/^Il codice non è valido/);
    expect(await chatsOf(operator.call)).toEqual([]);
  });

  test('a code is asked for with nothing else said', async () => {
    const askFor = async (body?: unknown) =>
      (await operator.call('POST', '/api/telegram/link-code', body)).status;
    expect([await askFor({ userId: 1 }), await askFor([]), await askFor('x')]).toEqual([400, 400, 400]);
    expect([await askFor({}), await askFor()]).toEqual([200, 200]);
  });

  test('codes cannot be guessed: after five wrong ones the chat waits, even with a good one', async () => {
    for (let guess = 0; guess < 5; guess += 1) fake.write(`/collega SBAGLIATO${guess}`, CHAT);
    fake.write(`/collega ${await codeOf(operator.call)}`, CHAT);
    await until('all is answered', () => fake.textsTo(42).length === 6);
    expect(fake.textsTo(42).at(-1)).toMatch(/^Troppi codici sbagliati/);
    expect(await chatsOf(operator.call)).toEqual([]);
    await link(operator.call, { id: 43 });
  });

  test('a chat that is not linked learns how to link itself, and nothing else', async () => {
    await app.createDevice({ topic: '/3/val/s1', userId: operator.id, name: 'Ponte' });
    const answers = [];
    for (const text of ['/aiuto', '/start', '/stato', '/scollega', 'ciao', '/imposta rosso', '/collega']) {
      answers.push(await ask(text));
    }
    const [help, greeting, ...others] = answers;
    expect(help).toMatch(/^Questo bot manda avvisi.*\/collega CODICE$/s);
    expect(greeting).toBe(help);
    const notLinked = 'Questa chat non è collegata. Scrivi /aiuto per sapere come si collega.';
    expect(others.slice(0, -1)).toEqual(others.slice(0, -1).map(() => notLinked));
    expect(others.at(-1)).toBe('Scrivi il codice dopo il comando: /collega CODICE');
  });

  test('a linked chat unlinks itself', async () => {
    await link(operator.call);
    expect(await ask('/aiuto')).toMatch(/^Questa chat riceve gli avvisi.*\/stato.*\/scollega/s);
    expect(await ask('/SCOLLEGA')).toBe('Chat scollegata da valdombra: non riceverà più avvisi.');
    expect(await chatsOf(operator.call)).toEqual([]);
    expect(await ask('/stato')).toMatch(/^Questa chat non è collegata/);
  });

  test('a user unlinks their chats in the console, and nobody else’s', async () => {
    await link(operator.call);
    await link(operator.call, GROUP);
    const [first, second] = await chatsOf(operator.call);
    expect([first?.title, second?.title]).toEqual(['Anna', 'Protezione civile']);
    const path = `/api/telegram/chats/${first?.id}`;
    expect((await admin('DELETE', path)).status).toBe(404);
    expect((await operator.call('DELETE', path)).status).toBe(204);
    expect((await operator.call('DELETE', path)).status).toBe(404);
    expect(await chatsOf(operator.call)).toEqual([second]);
    expect(await ask('/stato')).toMatch(/^Questa chat non è collegata/);
  });

  test('in a group it answers only what is said to it', async () => {
    await link(operator.call, GROUP);
    fake.write('chi è di turno?', GROUP);
    fake.write('/stato@altro_bot', GROUP);
    expect(await ask('/aiuto@Semaforo_Prova_Bot', GROUP)).toMatch(/^Questa chat riceve gli avvisi/);
    expect(fake.textsTo(GROUP.id)).toHaveLength(2);
  });

  test('removed from a group, it forgets the group', async () => {
    await link(operator.call, GROUP);
    const chat = { ...GROUP };
    fake.receiveUpdate({ my_chat_member: { chat, new_chat_member: { status: 'kicked' } } });
    await until('the group is forgotten', async () => (await chatsOf(operator.call)).length === 0);
  });

  test.each<[string, (call: Caller) => Promise<unknown>]>([
    ['deleted', () => admin('DELETE', `/api/admin/users/${operator.id}`)],
    [
      'given another password',
      () => admin('PUT', `/api/admin/users/${operator.id}/password`, { password: 'tutta-unaltra-parola' }),
    ],
    [
      'whose password changed',
      (call) =>
        call('POST', '/api/user/change-password', {
          currentPassword: OPERATOR_PASSWORD,
          newPassword: 'tutta-unaltra-parola',
        }),
    ],
  ])('the chats and codes of a user %s are worth nothing any more', async (_what, revoke) => {
    await link(operator.call);
    const code = await codeOf(operator.call);
    await revoke(operator.call);
    expect(await ask('/stato')).toMatch(/^Questa chat non è collegata/);
    expect(await ask(`/collega ${code}`)).toMatch(/^Il codice non è valido/);
  });

  test('codes, links and their ends are in the audit, without the code', async () => {
    const code = await codeOf(operator.call);
    await ask(`/collega ${code}`);
    await ask('/scollega');
    const { body } = await admin('GET', '/api/admin/audit');
    const { entries } = body as { entries: { action: string }[] };
    const own = entries.filter(({ action }) => action.startsWith('bot.'));
    expect(own.reverse()).toMatchObject([
      { action: 'bot.link-code', username: 'valdombra', target: `user:${operator.id}` },
      { action: 'bot.link', username: 'valdombra', address: 'telegram:42', target: 'chat:42' },
      { action: 'bot.unlink', username: 'valdombra', address: 'telegram:42', target: 'chat:42' },
    ]);
    expect(JSON.stringify(entries)).not.toContain(code);
  });

  test('strangers who write without end are answered no more than 20 times a minute', async () => {
    const answersKept = async () => {
      const database = openDatabase({ dataDir, databaseUrl: undefined });
      const rows = await database.db
        .selectFrom('bot_outbox')
        .where('chat_id', '=', '99')
        .select('id')
        .execute();
      await database.close();
      return rows.length;
    };
    for (let count = 0; count < 40; count += 1) fake.write('/aiuto', { id: 99 });
    await until('all was read', () => fake.unconfirmed() === 0);
    expect(await answersKept()).toBe(20);
    await link(operator.call);
    aheadMs += 61_000;
    fake.write('/aiuto', { id: 99 });
    await until('it is answered again', async () => (await answersKept()) === 21);
  });
});

test('a chat that wrote too much is answered no more, but what it asks for is still done', async () => {
  const app = await start();
  const { call } = await app.createOperator('valdombra');
  await untilRunning(call);
  for (let count = 0; count < 25; count += 1) fake.write('/aiuto', CHAT);
  fake.write(`/collega ${await codeOf(call)}`, CHAT);
  await until('the chat is linked', async () => (await chatsOf(call)).length === 1);
  fake.write('/scollega', CHAT);
  await until('the chat is unlinked', async () => (await chatsOf(call)).length === 0);
  await until('all was read', () => fake.unconfirmed() === 0);
  expect(fake.textsTo(CHAT.id).filter((text) => !text.startsWith('Questo bot'))).toEqual([]);
});

describe('what goes wrong', () => {
  const faults: [Method, string, Fault][] = [
    ['getMe', 'says that the token is wrong', UNAUTHORIZED],
    ['getUpdates', 'says that the token is wrong', UNAUTHORIZED],
    ['getUpdates', 'says that another polls', CONFLICT],
    ['getUpdates', 'wants to be left alone a while', TOO_MANY(1)],
    ['getUpdates', 'fails', SERVER_ERROR],
    ['getUpdates', 'hangs', 'hang'],
    ['getUpdates', 'breaks off', 'reset'],
    ['getUpdates', 'answers garbage', 'garbage'],
    ['getUpdates', 'answers nonsense', 'nonsense'],
  ];

  test.each(faults)('while %s %s the bot is not running, and then runs by itself', async (...given) => {
    const [method, , fault] = given;
    const app = await start();
    const call = await app.as(ADMIN);
    await untilRunning(call);
    fake.fail(method, fault);
    if (method === 'getMe') fake.fail('getUpdates', fault, 1);
    await untilRunning(call, false);
    expect(app.log.filter((entry) => entry === 'telegram bot not running')).toHaveLength(1);
    fake.heal(method);
    fake.heal('getUpdates');
    await untilRunning(call);
    await link(call);
  });

  test('without network it is not running, commands are as quick as ever, and then it runs by itself', async () => {
    const app = await start();
    const { id, call } = await app.createOperator('valdombra');
    await app.createDevice({ topic: '/3/val/s1', userId: id });
    await app.startFleet([
      { key: '/3/val/s1', type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' },
    ]);
    await untilRunning(call);
    await link(call);
    await fake.goDown();
    await untilRunning(call, false);
    const command = await call('POST', '/api/devices/command?type=semaforo', { command: 'rosso' });
    expect(command).toMatchObject({ status: 200, body: { results: [{ device: '/3/val/s1', error: null }] } });
    await fake.comeBack();
    await untilRunning(call);
    expect(await ask('/aiuto')).toMatch(/^Questa chat riceve gli avvisi/);
  });

  test('a server that starts with a wrong token serves all the rest', async () => {
    const app = await start({ settings: { TELEGRAM_BOT_TOKEN: '1:sbagliato' } });
    const call = await app.as(ADMIN);
    await until('the token was refused', () => app.log.includes('telegram bot not running'));
    expect(await isRunning(call)).toBe(false);
    expect((await call('GET', '/api/devices')).status).toBe(200);
  });

  test('another poller is noticed, and let go once it is gone', async () => {
    const app = await start();
    const call = await app.as(ADMIN);
    await untilRunning(call);
    await until('a poll is under way', fake.isPolled);
    fake.pollFromElsewhere();
    await until('the conflict is in the log', () => app.log.includes('telegram bot not running'));
    await untilRunning(call);
  });

  test('an update that the bot does not understand does not stop those after it', async () => {
    const app = await start();
    await untilRunning(await app.as(ADMIN));
    fake.receiveUpdate({});
    fake.receiveUpdate({ message: { chat: { id: 'x' }, text: 7 } });
    fake.receiveUpdate({ message: { chat: { id: 42, type: 'private' }, photo: [] } });
    fake.receiveUpdate({ edited_message: null });
    fake.write('\u0000\ud800', { id: 41 });
    expect(await ask('/aiuto')).toMatch(/^Questo bot/);
  });

  test('an end does not wait for the poll under way', async () => {
    const app = await start();
    await untilRunning(await app.as(ADMIN));
    fake.fail('getUpdates', 'hang');
    await until('a poll hangs', () => fake.calls.filter(({ method }) => method === 'getUpdates').length > 2);
    const since = performance.now();
    await stop(app);
    expect(performance.now() - since).toBeLessThan(2000);
  });
});

test('an update given again, in the same poll or to the next process, is acted on once', async () => {
  const app = await start();
  await untilRunning(await app.as(ADMIN));
  const id = fake.write('/aiuto', CHAT);
  await until('it was answered', () => fake.textsTo(42).length === 1);
  fake.write('/aiuto', CHAT, id);
  await until('it was confirmed', () => fake.unconfirmed() === 0);
  await stop(app);
  fake.write('/aiuto', CHAT, id);
  const next = await start();
  await untilRunning(await next.as(ADMIN));
  await ask('/aiuto', { id: 43 });
  expect(fake.textsTo(42)).toHaveLength(1);
});

test('after a crash the same server takes its lease up again at once', async () => {
  const app = await start();
  await untilRunning(await app.as(ADMIN));
  await stop(app);
  const database = openDatabase({ dataDir, databaseUrl: undefined });
  const serverId = readFileSync(join(dataDir, 'server-id'), 'utf8');
  const left = { now: Date.now(), until: Date.now() + 60_000, working: true };
  expect(await createBotLease(database.db, 'telegram', serverId).hold(left)).toBe(true);
  await database.close();
  await untilRunning(await (await start()).as(ADMIN));
});

test('what is written while the server is down is answered when it is back', async () => {
  fake.write('/aiuto', CHAT);
  await start();
  await until('it was answered', () => fake.textsTo(42).length === 1);
});

test.skipIf(inject('postgresUrl') === null)(
  'of several servers one polls, all say that the bot runs, and another takes over',
  async () => {
    const place = await createTestDatabasePlace('postgres');
    const settings = { DATABASE_URL: place.databaseUrl ?? '', SECRET_KEY: 'x'.repeat(32) };
    const folders = [join(dataDir, 'a'), join(dataDir, 'b')];
    const servers = [];
    for (const folder of folders) servers.push(await start({ settings, dataDir: folder }));
    const [first, second] = servers;
    if (!first || !second) throw new Error('there are two servers');
    const [one, other] = [await first.as(ADMIN), await second.as(ADMIN)];
    await untilRunning(one);
    await untilRunning(other);
    await link(one);
    expect(await chatsOf(other)).toHaveLength(1);
    expect([...first.log, ...second.log].filter((entry) => entry === 'telegram bot running')).toHaveLength(1);
    await stop(first);
    expect(await ask('/aiuto')).toMatch(/^Questa chat riceve gli avvisi/);
    await untilRunning(other);
    await stop(second);
    await place.remove();
  },
);
