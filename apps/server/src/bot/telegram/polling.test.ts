import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADMIN } from '@semaforo/testing/credentials';
import {
  CONFLICT,
  type Fault,
  type Method,
  SERVER_ERROR,
  TOO_MANY,
  UNAUTHORIZED,
} from '@semaforo/testing/fake-telegram-faults';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type BotStage, CHAT, createBotStage } from '../../../test/bot-stage.ts';
import { createTestDatabasePlace } from '../../../test/test-database.ts';
import { openDatabase } from '../../database/engine.ts';
import { createLease } from '../../database/lease.ts';

let stage: BotStage;
beforeEach(async () => {
  stage = await createBotStage();
});
afterEach(() => stage.close());

const FAULTS: [Method, string, Fault][] = [
  ['getMe', 'says that the token is wrong', UNAUTHORIZED],
  ['getUpdates', 'says that the token is wrong', UNAUTHORIZED],
  ['getUpdates', 'says that another program polls', CONFLICT],
  ['getUpdates', 'asks to wait', TOO_MANY(1)],
  ['getUpdates', 'fails', SERVER_ERROR],
  ['getUpdates', 'hangs', 'hang'],
  ['getUpdates', 'breaks off', 'reset'],
  ['getUpdates', 'answers garbage', 'garbage'],
  ['getUpdates', 'answers nonsense', 'nonsense'],
];

test.each(FAULTS)('while %s %s the bot is not running, and afterwards it is', async (...given) => {
  const [method, , fault] = given;
  const { fake, start, untilRunning, link } = stage;
  const app = await start();
  const admin = await app.logIn(ADMIN);
  await untilRunning(admin);
  const timesLogged = () => app.log.filter((entry) => entry === 'telegram bot not running').length;
  // On a busy machine the fake may have answered too late before.
  const loggedBefore = timesLogged();
  fake.fail(method, fault);
  if (method === 'getMe') fake.fail('getUpdates', fault, 1);
  await untilRunning(admin, false);
  expect(timesLogged()).toBe(loggedBefore + 1);
  fake.heal(method);
  fake.heal('getUpdates');
  await untilRunning(admin);
  expect(await link(admin)).toMatch(/^Chat collegata/);
});

test('without network the bot is not running, commands still work, and afterwards the bot runs', async () => {
  const { fake, start, untilRunning, link, ask } = stage;
  const app = await start({ withoutBroker: false });
  const { id, client } = await app.createOperator('valdombra');
  await app.createDevice({ topic: '/3/val/s1', userId: id });
  await app.startFleet([
    { key: '/3/val/s1', type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' },
  ]);
  await untilRunning(client);
  await link(client);
  await fake.goDown();
  await untilRunning(client, false);
  const { results } = await client('sendCommand', { body: { command: 'rosso' } });
  expect(results).toEqual([{ device: '/3/val/s1', error: null }]);
  await fake.comeBack();
  await untilRunning(client);
  expect(await ask('/aiuto')).toMatch(/^Questa chat riceve gli avvisi/);
});

test('a server that starts with a wrong token serves everything but the bot', async () => {
  const app = await stage.start({ settings: { TELEGRAM_BOT_TOKEN: '1:sbagliato' } });
  const admin = await app.logIn(ADMIN);
  await until('the token was refused', () => app.log.includes('telegram bot not running'));
  expect(await stage.isRunning(admin)).toBe(false);
  expect(await admin('listDevices')).toEqual({ devices: [] });
});

test('a conflict with another poller is logged, and polling continues when the other is gone', async () => {
  const { fake, start, untilRunning } = stage;
  const app = await start();
  const admin = await app.logIn(ADMIN);
  await untilRunning(admin);
  await until('a poll runs', fake.isPolled);
  fake.pollFromElsewhere();
  await until('the conflict is in the log', () => app.log.includes('telegram bot not running'));
  await untilRunning(admin);
});

test('an update that the bot does not understand does not stop those after it', async () => {
  const { fake, start, untilRunning, ask } = stage;
  const app = await start();
  await untilRunning(await app.logIn(ADMIN));
  fake.receiveUpdate({});
  fake.receiveUpdate({ message: { chat: { id: 'x' }, text: 7 } });
  fake.receiveUpdate({ message: { chat: { id: 42, type: 'private' }, photo: [] } });
  fake.receiveUpdate({ edited_message: null });
  fake.write('\u0000\ud800', { id: 41 });
  expect(await ask('/aiuto')).toMatch(/^Questo bot/);
});

test('an update that Telegram sends again, to the same process or the next, is handled once', async () => {
  const { fake, start, stop, untilRunning, ask } = stage;
  const app = await start();
  await untilRunning(await app.logIn(ADMIN));
  const id = fake.write('/aiuto', CHAT);
  await until('there is a reply', () => fake.textsTo(42).length === 1);
  fake.write('/aiuto', CHAT, id);
  await until('it was confirmed', () => fake.unconfirmed() === 0);
  await stop(app);
  fake.write('/aiuto', CHAT, id);
  const next = await start();
  await untilRunning(await next.logIn(ADMIN));
  await ask('/aiuto', { id: 43 });
  expect(fake.textsTo(42)).toHaveLength(1);
});

test('after a crash the same server takes its own lease again at once', async () => {
  const { dataDir, start, stop, untilRunning } = stage;
  const app = await start();
  await untilRunning(await app.logIn(ADMIN));
  await stop(app);
  const database = openDatabase({ dataDir, databaseUrl: undefined });
  const serverId = readFileSync(join(dataDir, 'server-id'), 'utf8');
  const left = { now: Date.now(), until: Date.now() + 60_000, working: true };
  expect(await createLease(database.db, 'telegram', serverId).hold(left)).toBe(true);
  await database.close();
  await untilRunning(await (await start()).logIn(ADMIN));
});

test('a message written while the server is down gets its reply when it is back', async () => {
  stage.fake.write('/aiuto', CHAT);
  await stage.start();
  await until('there is a reply', () => stage.fake.textsTo(42).length === 1);
});

test.skipIf(inject('postgresUrl') === null)(
  'one of several servers polls, all show that the bot runs, and another takes over',
  async () => {
    const { dataDir, start, stop, untilRunning, link, chatsOf, ask } = stage;
    const place = await createTestDatabasePlace('postgres');
    const settings = { DATABASE_URL: place.databaseUrl ?? '', SECRET_KEY: 'x'.repeat(32) };
    const first = await start({ settings, dataDir: join(dataDir, 'a') });
    const second = await start({ settings, dataDir: join(dataDir, 'b') });
    const [one, other] = [await first.logIn(ADMIN), await second.logIn(ADMIN)];
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
