import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, logIn } from '@semaforo/client';
import type { AlarmRecord } from '@semaforo/contract/api/alarms';
import { SECOND_PERSON_SETTING } from '@semaforo/contract/domain/approval-rules';
import { ADMIN } from '@semaforo/testing/credentials';
import { startFakePushService } from '@semaforo/testing/fake-push-service';
import { type FakeSmtp, startFakeSmtp } from '@semaforo/testing/fake-smtp';
import { startFakeTelegram } from '@semaforo/testing/fake-telegram';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startCutNetwork } from '../../test/cut-network.ts';
import { linkChat } from '../../test/linked-chat.ts';
import { type RunningApp, startApp } from '../../test/running-app.ts';
import { createTestDatabasePlace, testEngines } from '../../test/test-database.ts';
import { openDatabase } from '../database/engine.ts';
import type { NotificationOverrides } from '../notifications/notifications.module.ts';

const MINUTE_MS = 60_000;

let smtp: FakeSmtp;
let dataDir: string;
let app: RunningApp;
let laterMs: number;

beforeEach(async () => {
  smtp = await startFakeSmtp();
  dataDir = mkdtempSync(join(tmpdir(), 'semaforo-alarms-'));
  laterMs = 0;
  app = await start();
});
afterEach(async () => {
  await app.stop();
  await smtp.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = (more: Record<string, string> = {}, notifications: NotificationOverrides = {}) =>
  startApp({
    notifications: { everyMs: 30, retryMs: 20, ...notifications },
    dataDir,
    clock: { now: () => Date.now() + laterMs },
    alarmTiming: { checkEveryMs: 30 },
    settings: {
      ...{ ALARM_RAISE_SECONDS: '0', ALARM_CLEAR_SECONDS: '0', ALARM_ESCALATE_MINUTES: '10' },
      ...{ SMTP_URL: smtp.url, SMTP_FROM: 'semaforo@example.it', ALARM_HOT_C: '60', DISK_LOW_PERCENT: '1' },
      COMMAND_CONFIRM_MS: '300',
      ...more,
    },
  });
const untilAlarm = (client: Client, awaited: string, isSo: (alarm: AlarmRecord) => boolean) =>
  until(`an alarm is ${awaited}`, async () => (await client('listAlarms', { query: {} })).find(isSo));
const person = (name: string) => ({ name, email: `${name}@example.it`, chat_id: null });
/** A signal that does not answer commands, and one that does. */
const startTown = async (username = 'valdombra') => {
  const { id: userId, client } = await app.createOperator(username);
  for (const name of ['muto', 'sano'])
    await app.createDevice({ topic: `/3/${username}/${name}`, name, userId });
  return { userId, client };
};
const command = (client: Client) =>
  client('sendCommand', { query: { type: 'semaforo' }, body: { command: 'rosso' } });

test('an alarm is opened once, told along the list until somebody takes it, and resolved when it ends', async () => {
  const { client } = await startTown();
  await client('saveDuty', { body: { people: [person('uno'), person('due'), person('tre')] } });
  await command(client);
  // A look may fall between the ends of the two commands.
  const opened = await untilAlarm(
    client,
    'told, for both',
    ({ steps, holding }) => steps[0]?.told === true && holding === 2,
  );
  expect(opened).toMatchObject({
    kind: 'muto',
    state: 'aperto',
    owner: 'valdombra',
    system: false,
  });
  expect(opened.steps.map(({ name, told }) => [name, told])).toEqual([
    ['uno', true],
    ['due', false],
    ['tre', false],
  ]);
  await until('the first was told', () => smtp.mails.length === 1);
  expect(smtp.mails[0]).toMatchObject({ to: 'uno@example.it' });

  laterMs += 11 * MINUTE_MS;
  await until('the second was told', () => smtp.mails.length === 2);
  const taken = await client('takeAlarm', { params: { id: String(opened.id) }, body: { note: 'Vado io' } });
  expect(taken).toMatchObject({ state: 'preso in carico', taken_by: 'valdombra', note: 'Vado io' });
  laterMs += 60 * MINUTE_MS;
  await app.startFleet(
    ['muto', 'sano'].map((name) => ({
      ...{ key: `/3/valdombra/${name}`, type: 'semaforo' as const, shows: 'verde' as const },
      behaviour: { kind: 'obedient' as const },
    })),
  );
  await command(client);
  const resolved = await untilAlarm(
    client,
    'resolved',
    ({ id, state }) => id === opened.id && state === 'risolto',
  );
  expect(resolved).toMatchObject({ id: opened.id, holding: 0, device_count: 2, returns: 0 });
  expect(await client('closeAlarm', { params: { id: String(opened.id) } })).toMatchObject({
    state: 'chiuso',
  });
  // While it was in charge, nobody else was told of it.
  expect(resolved.steps.map(({ name, told }) => [name, told])).toEqual([
    ['uno', true],
    ['due', true],
  ]);
});

test('after a restart the same alarm goes on, and nobody is told of it again', async () => {
  const { client } = await startTown();
  await client('saveDuty', { body: { people: [person('uno')] } });
  await command(client);
  const before = await untilAlarm(client, 'told', ({ steps }) => steps[0]?.told === true);
  await until('the mail was sent', () => smtp.mails.length === 1);
  await app.stop();
  app = await start();
  const again = await app.logIn({ username: 'valdombra', password: 'operatore-di-prova-1' });
  laterMs += MINUTE_MS;
  const admin = await logIn({ origin: app.url }, ADMIN);
  // A second alarm, opened after the restart, shows that the first one was looked at again.
  await app.createDevice({ topic: '/3/altro/s1', userId: (await admin('getMe')).id });
  await command(admin);
  await untilAlarm(admin, 'opened for the admin', ({ owner }) => owner === 'admin');
  expect(await again('listAlarms', { query: {} })).toMatchObject([
    { id: before.id, state: 'aperto', returns: 0 },
  ]);
  expect(smtp.mails).toHaveLength(1);
});

test('a person with a linked chat is told by Telegram, once', async () => {
  const fake = await startFakeTelegram();
  await app.stop();
  app = await start(fake.settings);
  const { client } = await startTown();
  const texts = await linkChat(fake, client, 4242);
  const { chats } = await client('listLinkedChats');
  const people = [{ name: 'Anna', email: null, chat_id: chats[0]?.id ?? 0 }];
  await client('saveDuty', { body: { people } });
  const { client: stranger } = await app.createOperator('torrealta');
  expect(await stranger.attempt('saveDuty', { body: { people } })).toMatchObject({ status: 422 });
  await command(client);
  const isAlarm = (text: string) => text.startsWith('Allarme: ');
  await until('the chat was told', () => texts().some(isAlarm));
  const reached = await untilAlarm(client, 'told', ({ steps }) => steps[0]?.told === true);
  expect(reached.steps).toMatchObject([{ name: 'Anna', ways: ['Telegram'], told: true }]);
  laterMs += 30 * MINUTE_MS;
  await client('takeAlarm', { params: { id: String(reached.id) } });
  expect(texts().filter(isAlarm)).toHaveLength(1);
  await fake.stop();
});

test('a browser is told of an alarm, and of a rosso that waits for a second person', async () => {
  const service = await startFakePushService();
  await app.stop();
  const network = {
    ca: service.ca,
    isService: () => true,
    isAllowed: (address: string) => address === '127.0.0.1',
  };
  app = await start({}, { network, everyMs: 30 });
  const { userId, client } = await startTown();
  const { client: stranger } = await app.createOperator('torrealta');
  const admin = await logIn({ origin: app.url }, ADMIN);
  const addBrowser = async (as: Client, name: string) => {
    const { key } = await as('getPush');
    return as('addPushDevice', { body: service.subscribe(name, key) });
  };
  const { id } = await addBrowser(client, 'telefono');
  await addBrowser(admin, 'ufficio');
  await addBrowser(stranger, 'estraneo');
  const people = [{ name: 'Anna', email: null, chat_id: null, push_id: id }];
  expect(await stranger.attempt('saveDuty', { body: { people } })).toMatchObject({ status: 422 });
  await client('saveDuty', { body: { people } });
  await command(client);
  const reached = await untilAlarm(client, 'told', ({ steps }) => steps[0]?.told === true);
  expect(reached.steps).toMatchObject([{ name: 'Anna', ways: ['notifica'], told: true }]);
  const pushesOf = (browser: string) =>
    service.received.filter((push) => push.browser === browser).map(({ message }) => message);
  await until('the phone was told', () => pushesOf('telefono').length === 1);
  expect(pushesOf('telefono')[0]).toMatchObject({
    title: expect.stringMatching(/^Allarme: .* non conferma/) as string,
    path: `/allarmi#allarme-${reached.id}`,
  });

  const params = { id: String(userId) };
  await admin('saveUserSetting', { params, body: { [SECOND_PERSON_SETTING]: 'true' } });
  expect(await client.attempt('sendCommand', { body: { command: 'rosso' } })).toMatchObject({ status: 409 });
  await until('the other person was told', () => pushesOf('ufficio').length === 1);
  expect(pushesOf('ufficio')[0]).toMatchObject({
    title: 'Rosso: serve una seconda persona',
    path: '/dashboard',
  });
  const hour = (hours: number) => new Date(Date.now() + hours * 60 * MINUTE_MS).toISOString();
  await client('createAlert', {
    body: { color: 'rosso', from: hour(1), to: hour(2), reason: 'Avviso 112' },
  });
  await until('the other person was told again', () => pushesOf('ufficio').length === 2);
  expect(pushesOf('ufficio')[1]).toMatchObject({ title: 'Proposta: allerta rossa', path: '/allerte' });
  // Who asked is not told of it, and a stranger of nothing.
  expect(pushesOf('telefono')).toHaveLength(1);
  expect(pushesOf('estraneo')).toEqual([]);

  await client('logOut');
  await until('a browser that was logged out is forgotten', async () => {
    const { devices } = await app
      .logIn({ username: 'valdombra', password: 'operatore-di-prova-1' })
      .then((again) => again('getPush'));
    return devices.length === 0;
  });
  await service.stop();
});

test.skipIf(!testEngines().includes('postgres'))(
  'a database that is away is an alarm all the same: people are told, and it is stored when it is back',
  async () => {
    const telegram = await startFakeTelegram();
    const service = await startFakePushService();
    const place = await createTestDatabasePlace('postgres');
    const url = new URL(place.databaseUrl ?? '');
    // What the server that tells of a database that is away has in memory: it reads whom to tell at each look.
    let timesRead = 0;
    const network = await startCutNetwork(Number(url.port), (data) => {
      if (/from "duty_people" where "owner_id" is null/.test(data.toString('latin1'))) timesRead += 1;
    });
    url.port = String(network.port);
    await app.stop();
    const pushNetwork = {
      ca: service.ca,
      isService: () => true,
      isAllowed: (address: string) => address === '127.0.0.1',
    };
    const settings = { ...telegram.settings, DATABASE_URL: url.href, ALARM_CLEAR_SECONDS: '1' };
    app = await start(settings, { network: pushNetwork });
    const admin = await logIn({ origin: app.url }, ADMIN);
    const texts = await linkChat(telegram, admin, 4242);
    const { chats } = await admin('listLinkedChats');
    const { id } = await admin('addPushDevice', {
      body: service.subscribe('telefono', (await admin('getPush')).key),
    });
    const anna = { name: 'Anna', email: 'anna@example.it', chat_id: chats[0]?.id ?? 0, push_id: id };
    await admin('saveDuty', { body: { people: [anna, person('due')] } });
    const watched = openDatabase(place);
    const readBefore = timesRead;
    // One look after the other: when the second one reads, the first has all in memory.
    await until('whom to tell is in memory', () => timesRead >= readBefore + 2);
    network.cut();
    const isNotified = (text: string) => text.startsWith('Allarme: La base di dati non va');
    await until(
      'Anna was told by each way',
      () => smtp.mails.length === 1 && texts().some(isNotified) && service.received.length === 1,
    );
    laterMs += 11 * MINUTE_MS;
    await until('the next one was told', () => smtp.mails.length === 2);
    expect(smtp.mails.map(({ to }) => to)).toEqual(['anna@example.it', 'due@example.it']);
    expect(await watched.db.selectFrom('alarms').select('id').execute()).toEqual([]);
    network.comeBack();
    const again = await until('the console answers again', () =>
      logIn({ origin: app.url }, ADMIN).catch(() => false as const),
    );
    const stored = await untilAlarm(again, 'stored', ({ kind }) => kind === 'base dati');
    expect(stored.steps.map(({ name, ways, told }) => [name, ways.toSorted(), told])).toEqual([
      ['Anna', ['Telegram', 'e-mail', 'notifica'], true],
      ['due', ['e-mail'], true],
    ]);
    laterMs += MINUTE_MS;
    await untilAlarm(again, 'resolved', ({ kind, state }) => kind === 'base dati' && state === 'risolto');
    expect(smtp.mails).toHaveLength(2);
    await app.stop();
    app = await start();
    await watched.close();
    await Promise.all([network.stop(), telegram.stop(), service.stop()]);
    await place.remove();
  },
);

test('what a mail server refuses is tried again', async () => {
  smtp.refuse(true);
  const { client } = await startTown();
  await client('saveDuty', { body: { people: [person('uno')] } });
  await command(client);
  await until('it was refused', () => app.log.includes('notification not taken'));
  smtp.refuse(false);
  laterMs += MINUTE_MS;
  await until('it was sent', () => smtp.mails.length === 1);
});

test('a Comune sees its own alarms only, and of the system none; each act leaves an audit row', async () => {
  const { client } = await startTown();
  const { client: stranger } = await app.createOperator('torrealta');
  const admin = await logIn({ origin: app.url }, ADMIN);
  await command(client);
  const { id } = await untilAlarm(client, 'open', ({ state }) => state === 'aperto');
  const params = { id: String(id) };
  expect(await stranger('listAlarms', { query: {} })).toEqual([]);
  expect(await stranger.attempt('takeAlarm', { params })).toMatchObject({ status: 404 });
  expect(await client.attempt('resolveAlarm', { params })).toMatchObject({ status: 409 });
  await admin('takeAlarm', { params });
  await client('giveBackAlarm', { params });
  // What was refused comes a moment later.
  const acts = await until('four acts are in the audit', async () => {
    const { entries } = await admin('listAudit', { query: {} });
    const found = entries.filter(({ action }) => action.startsWith('alarms.'));
    return found.length >= 4 && found;
  });
  expect(acts.map(({ action, outcome, username }) => [action, outcome, username])).toEqual(
    expect.arrayContaining([
      ['alarms.take', 'riuscita', 'admin'],
      ['alarms.give-back', 'riuscita', 'valdombra'],
      ['alarms.resolve', 'rifiutata', 'valdombra'],
      ['alarms.take', 'rifiutata', 'torrealta'],
    ]),
  );
});

test('of the month it says for how long each device was without an error', async () => {
  const { client } = await startTown();
  await command(client);
  await untilAlarm(client, 'open', ({ state }) => state === 'aperto');
  laterMs += 3 * MINUTE_MS;
  const month = new Date(Date.now() + laterMs).toISOString().slice(0, 7);
  const { devices } = await client('getAvailability', { query: { month } });
  expect(devices.map(({ name, errors }) => [name, errors])).toEqual([
    ['muto', 1],
    ['sano', 1],
  ]);
  expect(devices[0]?.down_seconds).toBeGreaterThanOrEqual(179);
  // Of the month only what came after it was registered.
  expect(devices[0]?.seconds).toBeLessThan(3600);
  // It was never heard: nothing says how long it was without an error.
  expect(devices[0]?.percent).toBeNull();
  const csv = await client('exportAvailability', { query: { month } });
  expect(csv).toContain('dispositivo');
  expect(csv.split('\r\n').filter((line) => line.includes('sano'))).toHaveLength(1);
});

test('a trial tells everybody on duty at once, says what came back, and opens no alarm', async () => {
  const { client } = await startTown();
  const nobody = { name: 'Carta', email: null, chat_id: null };
  await client('saveDuty', { body: { people: [person('uno'), person('due'), nobody] } });
  expect(await client('testDuty')).toEqual({
    results: [
      { name: 'uno', way: 'e-mail', failure: null },
      { name: 'due', way: 'e-mail', failure: null },
      { name: 'Carta', way: null, failure: 'nessun recapito che funzioni' },
    ],
  });
  expect(smtp.mails.map(({ to }) => to).toSorted()).toEqual(['due@example.it', 'uno@example.it']);
  expect(smtp.mails[0]?.text).toContain('PROVA degli avvisi di Semaforo');

  smtp.refuse(true);
  const [refused] = (await client('testDuty')).results;
  expect(refused?.failure).toMatch(/./);
  smtp.refuse(false);
  await client('testDuty');
  expect(await client.attempt('testDuty')).toMatchObject({ status: 429 });
  expect(smtp.mails).toHaveLength(4);
  expect(await client('listAlarms', { query: {} })).toEqual([]);
  const admin = await logIn({ origin: app.url }, ADMIN);
  const { entries } = await admin('listAudit', { query: {} });
  const rows = entries.filter(
    ({ action, outcome }) => action === 'alarms.duty-test' && outcome === 'riuscita',
  );
  expect(rows.map(({ after }) => after)).toEqual(
    expect.arrayContaining([
      { people: 3, notTaken: ['uno', 'due', 'Carta'] },
      { people: 3, notTaken: ['Carta'] },
    ]),
  );
});
