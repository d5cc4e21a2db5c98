import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BotStage, CHAT, createBotStage } from '../../../test/bot-stage.ts';
import { ADMIN, type Caller, OPERATOR_PASSWORD, type RunningApp } from '../../../test/running-app.ts';
import { openDatabase } from '../../database/engine.ts';

const GROUP = { id: -1007, type: 'supergroup', title: 'Protezione civile' };

let stage: BotStage;
beforeEach(async () => {
  stage = await createBotStage();
});
afterEach(() => stage.close());

test('without a token the bot is not running and gives no codes', async () => {
  const { fake, start, chatsOf } = stage;
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

test('a chat that wrote too much gets no reply, but can still link and unlink itself', async () => {
  const { fake, start, untilRunning, codeOf, chatsOf } = stage;
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

describe('with an operator', () => {
  let app: RunningApp;
  let operator: { id: number; call: Caller };
  let admin: Caller;
  /** How far the server's clock is ahead. */
  let aheadMs: number;

  beforeEach(async () => {
    aheadMs = 0;
    app = await stage.start({ clock: { now: () => Date.now() + aheadMs } });
    admin = await app.as(ADMIN);
    operator = await app.createOperator('valdombra');
    await stage.untilRunning(admin);
  });

  test('a code links one chat to the user who asked for it', async () => {
    const { ask, chatsOf } = stage;
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

  test('a code works for ten minutes, and only the last one works', async () => {
    const { ask, codeOf, chatsOf } = stage;
    const former = await codeOf(operator.call);
    const code = await codeOf(operator.call);
    expect(await ask(`/collega ${former}`)).toMatch(/^Il codice non è valido/);
    aheadMs += 600_000;
    expect(await ask(`/collega ${code}`)).toMatch(/^Il codice non è valido/);
    expect(await chatsOf(operator.call)).toEqual([]);
  });

  test('a request for a code with any content is refused', async () => {
    const askFor = async (body?: unknown) =>
      (await operator.call('POST', '/api/telegram/link-code', body)).status;
    expect([await askFor({ userId: 1 }), await askFor([]), await askFor('x')]).toEqual([400, 400, 400]);
    expect([await askFor({}), await askFor()]).toEqual([200, 200]);
  });

  test('after five wrong codes a chat must wait, even with a right one', async () => {
    const { fake, codeOf, chatsOf, link } = stage;
    for (let guess = 0; guess < 5; guess += 1) fake.write(`/collega SBAGLIATO${guess}`, CHAT);
    fake.write(`/collega ${await codeOf(operator.call)}`, CHAT);
    await until('all have a reply', () => fake.textsTo(42).length === 6);
    expect(fake.textsTo(42).at(-1)).toMatch(/^Troppi codici sbagliati/);
    expect(await chatsOf(operator.call)).toEqual([]);
    expect(await link(operator.call, { id: 43 })).toMatch(/^Chat collegata/);
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
    await link(operator.call);
    expect(await ask('/aiuto')).toMatch(/^Questa chat riceve gli avvisi.*\/stato.*\/scollega/s);
    expect(await ask('/SCOLLEGA')).toBe('Chat scollegata da valdombra: non riceverà più avvisi.');
    expect(await chatsOf(operator.call)).toEqual([]);
    expect(await ask('/stato')).toMatch(/^Questa chat non è collegata/);
  });

  test('a user unlinks own chats in the console, and those of no other user', async () => {
    const { ask, link, chatsOf } = stage;
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

  test('in a group the bot answers only commands that are addressed to it', async () => {
    const { fake, ask, link } = stage;
    await link(operator.call, GROUP);
    fake.write('chi è di turno?', GROUP);
    fake.write('/stato@altro_bot', GROUP);
    expect(await ask('/aiuto@Semaforo_Prova_Bot', GROUP)).toMatch(/^Questa chat riceve gli avvisi/);
    expect(fake.textsTo(GROUP.id)).toHaveLength(2);
  });

  test('a group that removes the bot is unlinked', async () => {
    await stage.link(operator.call, GROUP);
    const chat = { ...GROUP };
    stage.fake.receiveUpdate({ my_chat_member: { chat, new_chat_member: { status: 'kicked' } } });
    await until('the group is unlinked', async () => (await stage.chatsOf(operator.call)).length === 0);
  });

  test.each<[string, (call: Caller) => Promise<unknown>]>([
    ['deleted', () => admin('DELETE', `/api/admin/users/${operator.id}`)],
    [
      'given another password',
      () => admin('PUT', `/api/admin/users/${operator.id}/password`, { password: 'tutta-unaltra-parola' }),
    ],
    [
      'who changes the password',
      (call) =>
        call('POST', '/api/user/change-password', {
          currentPassword: OPERATOR_PASSWORD,
          newPassword: 'tutta-unaltra-parola',
        }),
    ],
  ])('a user %s loses linked chats and codes', async (_what, revoke) => {
    const { ask, link, codeOf } = stage;
    await link(operator.call);
    const code = await codeOf(operator.call);
    await revoke(operator.call);
    expect(await ask('/stato')).toMatch(/^Questa chat non è collegata/);
    expect(await ask(`/collega ${code}`)).toMatch(/^Il codice non è valido/);
  });

  test('the audit has codes, links and unlinks, without the code itself', async () => {
    const { ask, codeOf } = stage;
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

  test('a chat gets at most 20 replies a minute', async () => {
    const { fake, dataDir, link } = stage;
    const countReplies = async () => {
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
    expect(await countReplies()).toBe(20);
    await link(operator.call);
    aheadMs += 61_000;
    fake.write('/aiuto', { id: 99 });
    await until('there is another reply', async () => (await countReplies()) === 21);
  });
});
