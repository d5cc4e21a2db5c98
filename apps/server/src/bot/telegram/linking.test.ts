import type { Client } from '@semaforo/client';
import { ADMIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type BotStage, CHAT, createBotStage } from '../../../test/bot-stage.ts';
import { OPERATOR_PASSWORD, type RunningApp } from '../../../test/running-app.ts';
import { openDatabase } from '../../database/engine.ts';

const NEW_PASSWORD = 'tutta-unaltra-parola';
const GROUP = { id: -1007, type: 'supergroup', title: 'Protezione civile' };

let stage: BotStage;
beforeEach(async () => {
  stage = await createBotStage();
});
afterEach(() => stage.close());

test('without a token the bot is not running and gives no codes', async () => {
  const { fake, start, chatsOf } = stage;
  const app = await start({ settings: { TELEGRAM_BOT_TOKEN: '' } });
  const admin = await app.logIn(ADMIN);
  expect(await admin('getBotStatus')).toEqual({ running: false });
  expect(await admin.attempt('createLinkCode')).toMatchObject({
    status: 503,
    error: { code: 'bot-not-configured' },
  });
  expect(await chatsOf(admin)).toEqual([]);
  expect(fake.calls).toEqual([]);
});

test('a chat that wrote too much gets no reply, but can still link and unlink itself', async () => {
  const { fake, start, untilRunning, codeOf, chatsOf } = stage;
  const app = await start();
  const { client } = await app.createOperator('valdombra');
  await untilRunning(client);
  for (let count = 0; count < 25; count += 1) fake.write('/aiuto', CHAT);
  fake.write(`/collega ${await codeOf(client)}`, CHAT);
  await until('the chat is linked', async () => (await chatsOf(client)).length === 1);
  fake.write('/scollega', CHAT);
  await until('the chat is unlinked', async () => (await chatsOf(client)).length === 0);
  await until('all was read', () => fake.unconfirmed() === 0);
  expect(fake.textsTo(CHAT.id).filter((text) => !text.startsWith('Questo bot'))).toEqual([]);
});

describe('with an operator', () => {
  let app: RunningApp;
  let operator: { id: number; client: Client };
  let admin: Client;
  /** How far the server's clock is ahead. */
  let aheadMs: number;

  beforeEach(async () => {
    aheadMs = 0;
    app = await stage.start({ clock: { now: () => Date.now() + aheadMs } });
    admin = await app.logIn(ADMIN);
    operator = await app.createOperator('valdombra');
    await stage.untilRunning(admin);
  });

  test('a code links one chat to the user who asked for it', async () => {
    const { ask, chatsOf } = stage;
    const requestedAt = Date.now();
    const { code, expires_at: expiresAt, ...others } = await operator.client('createLinkCode');
    expect(others).toEqual({});
    const holdsMs = Date.parse(expiresAt) - requestedAt;
    expect(holdsMs).toBeGreaterThanOrEqual(600_000);
    expect(holdsMs).toBeLessThan(660_000);

    expect(await ask(`/collega ${code.toLowerCase()}`)).toBe(
      'Chat collegata a valdombra: riceverà gli avvisi dei suoi dispositivi.\nScrivi /aiuto per i comandi.',
    );
    const chat = { id: expect.any(Number) as number, title: 'Anna', linked_at: expect.any(String) as string };
    expect(await operator.client('listLinkedChats')).toEqual({ chats: [chat] });
    expect(await chatsOf(admin)).toEqual([]);
    expect(await ask(`/collega ${code}`, { id: 43 })).toMatch(/^Il codice non è valido/);
  });

  test('a code works for ten minutes, and only the last one works', async () => {
    const { ask, codeOf, chatsOf } = stage;
    const former = await codeOf(operator.client);
    const code = await codeOf(operator.client);
    expect(await ask(`/collega ${former}`)).toMatch(/^Il codice non è valido/);
    aheadMs += 600_000;
    expect(await ask(`/collega ${code}`)).toMatch(/^Il codice non è valido/);
    expect(await chatsOf(operator.client)).toEqual([]);
  });

  test('a request for a code with any content is refused', async () => {
    const askFor = async (body?: unknown) =>
      (await operator.client.request('POST', '/api/telegram/link-code', { body })).status;
    expect([await askFor({ userId: 1 }), await askFor([]), await askFor('"x"')]).toEqual([400, 400, 400]);
    expect([await askFor({}), await askFor()]).toEqual([200, 200]);
  });

  test('after five wrong codes a chat must wait, even with a right one', async () => {
    const { fake, codeOf, chatsOf, link } = stage;
    for (let guess = 0; guess < 5; guess += 1) fake.write(`/collega SBAGLIATO${guess}`, CHAT);
    fake.write(`/collega ${await codeOf(operator.client)}`, CHAT);
    await until('all have a reply', () => fake.textsTo(42).length === 6);
    expect(fake.textsTo(42).at(-1)).toMatch(/^Troppi codici sbagliati/);
    expect(await chatsOf(operator.client)).toEqual([]);
    expect(await link(operator.client, { id: 43 })).toMatch(/^Chat collegata/);
  });

  test('a chat that is not linked learns only how to link itself', async () => {
    await app.createDevice({ topic: '/3/val/s1', userId: operator.id, name: 'Ponte' });
    const replies = [];
    for (const text of ['/aiuto', '/start', '/stato', '/scollega', 'ciao', '/imposta rosso', '/collega']) {
      replies.push(await stage.ask(text));
    }
    const [help, greeting, ...others] = replies;
    expect(help).toMatch(/^Questo bot manda avvisi.*\/collega CODICE$/s);
    expect(greeting).toBe(help);
    const notLinked = 'Questa chat non è collegata. Scrivi /aiuto per sapere come si collega.';
    expect(others.slice(0, -1)).toEqual(others.slice(0, -1).map(() => notLinked));
    expect(others.at(-1)).toBe('Scrivi il codice dopo il comando: /collega CODICE');
  });

  test('a linked chat unlinks itself', async () => {
    const { ask, link, chatsOf } = stage;
    await link(operator.client);
    expect(await ask('/aiuto')).toMatch(/^Questa chat riceve gli avvisi.*\/stato.*\/scollega/s);
    expect(await ask('/SCOLLEGA')).toBe('Chat scollegata da valdombra: non riceverà più avvisi.');
    expect(await chatsOf(operator.client)).toEqual([]);
    expect(await ask('/stato')).toMatch(/^Questa chat non è collegata/);
  });

  test('a user unlinks own chats in the console, and those of no other user', async () => {
    const { ask, link, chatsOf } = stage;
    await link(operator.client);
    await link(operator.client, GROUP);
    const [first, second] = await chatsOf(operator.client);
    expect([first?.title, second?.title]).toEqual(['Anna', 'Protezione civile']);
    const params = { id: first?.id ?? 0 };
    expect((await admin.attempt('unlinkChat', { params })).status).toBe(404);
    await operator.client('unlinkChat', { params });
    expect((await operator.client.attempt('unlinkChat', { params })).status).toBe(404);
    expect(await chatsOf(operator.client)).toEqual([second]);
    expect(await ask('/stato')).toMatch(/^Questa chat non è collegata/);
  });

  test('in a group the bot answers only commands that are addressed to it', async () => {
    const { fake, ask, link } = stage;
    await link(operator.client, GROUP);
    fake.write('chi è di turno?', GROUP);
    fake.write('/stato@altro_bot', GROUP);
    expect(await ask('/aiuto@Semaforo_Prova_Bot', GROUP)).toMatch(/^Questa chat riceve gli avvisi/);
    expect(fake.textsTo(GROUP.id)).toHaveLength(2);
  });

  test('a group that removes the bot is unlinked', async () => {
    await stage.link(operator.client, GROUP);
    const chat = { ...GROUP };
    stage.fake.receiveUpdate({ my_chat_member: { chat, new_chat_member: { status: 'kicked' } } });
    await until('the group is unlinked', async () => (await stage.chatsOf(operator.client)).length === 0);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['is deleted', () => admin('deleteUser', { params: { id: operator.id } })],
    [
      'is given another password',
      () => admin('resetPassword', { params: { id: operator.id }, body: { password: NEW_PASSWORD } }),
    ],
    [
      'changes the password',
      () =>
        operator.client('changePassword', {
          body: { currentPassword: OPERATOR_PASSWORD, newPassword: NEW_PASSWORD },
        }),
    ],
  ])('a user who %s loses linked chats and codes', async (_what, revoke) => {
    const { ask, link, codeOf } = stage;
    await link(operator.client);
    const code = await codeOf(operator.client);
    await revoke();
    expect(await ask('/stato')).toMatch(/^Questa chat non è collegata/);
    expect(await ask(`/collega ${code}`)).toMatch(/^Il codice non è valido/);
  });

  test('the audit has codes, links and unlinks, without the code itself', async () => {
    const { ask, codeOf } = stage;
    const code = await codeOf(operator.client);
    await ask(`/collega ${code}`);
    await ask('/scollega');
    const { entries } = await admin('listAudit');
    const own = entries.filter(({ action }) => action.startsWith('bot.'));
    expect(own.reverse()).toMatchObject([
      { action: 'bot.link-code', username: 'valdombra', target: `user:${operator.id}` },
      { action: 'bot.link', username: 'valdombra', address: 'telegram:42', target: 'chat:42' },
      { action: 'bot.unlink', username: 'valdombra', address: 'telegram:42', target: 'chat:42' },
    ]);
    expect(JSON.stringify(entries)).not.toContain(code);
  });

  test('a chat gets at most 20 replies a minute', async () => {
    const { fake, dataDir, link } = stage;
    const countReplies = async () => {
      const database = openDatabase({ dataDir, databaseUrl: undefined });
      const rows = await database.db
        .selectFrom('notifications')
        .where('recipient', '=', '99')
        .select('id')
        .execute();
      await database.close();
      return rows.length;
    };
    for (let count = 0; count < 40; count += 1) fake.write('/aiuto', { id: 99 });
    await until('all was read', () => fake.unconfirmed() === 0);
    expect(await countReplies()).toBe(20);
    await link(operator.client);
    // The limiter reads the time of day itself.
    vi.setSystemTime(Date.now() + 61_000);
    fake.write('/aiuto', { id: 99 });
    await until('there is another reply', async () => (await countReplies()) === 21);
    vi.useRealTimers();
  });
});
