import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, logIn } from '@semaforo/client';
import type { AlarmRecord } from '@semaforo/contract/api/alarms';
import { ADMIN } from '@semaforo/testing/credentials';
import { type FakeProvider, startFakeProvider } from '@semaforo/testing/fake-provider';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OPERATOR_PASSWORD, type RunningApp, startApp } from '../../test/running-app.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PUBLIC_URL = 'https://semaforo.example';
/** A Monday at noon in Rome. */
const MONDAY = Date.parse('2026-11-30T11:00:00Z');

let ntfy: FakeProvider;
let dataDir: string;
let app: RunningApp;
let laterMs: number;
let client: Client;

beforeEach(async () => {
  ntfy = await startFakeProvider();
  dataDir = mkdtempSync(join(tmpdir(), 'semaforo-links-'));
  laterMs = 0;
  app = await start();
  const town = await app.createOperator('valdombra');
  client = town.client;
  await app.createDevice({ topic: '/3/valdombra/muto', name: 'muto', userId: town.id });
});
afterEach(async () => {
  await app.stop();
  await ntfy.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The clock of the server begins on a Monday, and goes on from there. */
const begun = Date.now();
const start = () =>
  startApp({
    dataDir,
    clock: { now: () => MONDAY + (Date.now() - begun) + laterMs },
    notifications: { everyMs: 30, retryMs: 20 },
    alarmTiming: { checkEveryMs: 30 },
    settings: {
      ...{ ALARM_RAISE_SECONDS: '0', ALARM_CLEAR_SECONDS: '0', COMMAND_CONFIRM_MS: '300' },
      ...{ PUBLIC_URL, WEBHOOK_ALLOW_LOOPBACK: 'true', SMS_URL: `${ntfy.url}/sms`, SMS_BODY: '{to} {text}' },
      ...{ VOICE_URL: `${ntfy.url}/voice`, VOICE_BODY: '{text}', DISK_LOW_PERCENT: '1' },
    },
  });
const anna = (more: Record<string, unknown> = {}) => ({
  ...{ name: 'Anna', email: null, chat_id: null, ntfy: `${ntfy.url}/anna`, ...more },
});
type Published = { title: string; message: string; priority: number; actions?: { url: string }[] };
const published = () =>
  ntfy.received.filter(({ url }) => url === '/').map(({ body }) => JSON.parse(body) as Published);
/** Opens a link as the person does, and resolves to what the page says. */
const visit = async (url: string, method: 'GET' | 'POST') => {
  const response = await fetch(url.replace(PUBLIC_URL, app.url), {
    method,
    ...(method === 'POST' && { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: '' }),
  });
  return { status: response.status, text: await response.text() };
};
const untilAlarm = (isSo: (alarm: AlarmRecord) => boolean) =>
  until('an alarm is so', async () => (await client('listAlarms', { query: {} })).find(isSo));
const command = () => client('sendCommand', { query: { type: 'semaforo' }, body: { command: 'rosso' } });
/** Raises an alarm and resolves to the link that Anna got. */
const callAnna = async () => {
  await client('saveDuty', { body: { people: [anna()] } });
  await command();
  const message = await until('Anna was told', () => Promise.resolve(published()[0]));
  return { message, url: message.actions?.[0]?.url ?? '' };
};

test('the link that a person got takes the alarm in charge, once, and only by its button', async () => {
  const { message, url } = await callAnna();
  expect(message).toMatchObject({ title: 'Allarme: muto: non conferma i comandi', priority: 5 });
  expect(url).toMatch(/^https:\/\/semaforo\.example\/api\/alarms\/take\/[\w-]{32}$/);
  const shown = await visit(url, 'GET');
  expect(shown.status).toBe(200);
  expect(shown.text).toContain('Prendo in carico</button>');
  expect(shown.text).toContain('muto: non conferma i comandi');
  expect(await untilAlarm(() => true)).toMatchObject({ state: 'aperto' });

  expect(await visit(url, 'POST')).toMatchObject({
    status: 200,
    text: expect.stringContaining('Preso in carico da Anna') as string,
  });
  const taken = await untilAlarm(({ state }) => state === 'preso in carico');
  expect(taken).toMatchObject({ taken_by: 'Anna' });
  expect(await visit(url, 'POST')).toMatchObject({ status: 409 });
  await client('giveBackAlarm', { params: { id: String(taken.id) } });
  expect((await visit(url, 'POST')).text).toContain('già stato usato');
  const admin = await logIn({ origin: app.url }, ADMIN);
  const { entries } = await admin('listAudit', { query: {} });
  expect(entries.filter(({ action }) => action === 'alarms.take')).toMatchObject([
    { username: 'Anna', outcome: 'riuscita' },
  ]);
  // The token is nowhere but in the message.
  const token = url.split('/').at(-1) ?? '';
  expect(app.log.join('\n')).not.toContain(token);
});

const waitAnHour = () => {
  laterMs += HOUR_MS;
};

test.each([
  ['is expired after an hour', waitAnHour, 410, 'scaduto'],
  [
    'is of no one when the person is on duty no more',
    () => client('saveDuty', { body: { people: [] } }),
    404,
    'non esiste',
  ],
] as const)('a link %s', async (_how, change, status, words) => {
  const { url } = await callAnna();
  await change();
  const answer = await visit(url, 'POST');
  expect(answer.status).toBe(status);
  expect(answer.text).toContain(words);
  expect(await untilAlarm(() => true)).toMatchObject({ state: 'aperto' });
});

test('a made-up link says nothing, and too many are refused', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 70 }, () => visit(`${PUBLIC_URL}/api/alarms/take/inventato`, 'GET')),
  );
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([404, 429]));
});

test('the page of the alarm says who was reached by what, and who was not and why', async () => {
  await client('saveDuty', { body: { people: [anna({ sms: '+393331234567' })] } });
  ntfy.answer(401);
  await command();
  const alarm = await untilAlarm(
    ({ steps }) => steps[0]?.outcomes.every(({ outcome }) => outcome === 'failed') ?? false,
  );
  const ways = alarm.steps[0]?.outcomes.map(({ way, failure }) => [way, failure?.replace(/\d+/g, 'N')]);
  expect(ways?.toSorted()).toEqual([
    ['SMS', 'N.N.N.N:N risponde N'],
    ['ntfy', 'N.N.N.N:N risponde N'],
  ]);
});

/** A session does not last so long. */
const wait = async (ms: number) => {
  laterMs += ms;
  client = await app.logIn({ username: 'valdombra', password: OPERATOR_PASSWORD });
};

test('each channel is tested once a week, and one without a receipt for a week is an alarm', async () => {
  const { people } = await client('saveDuty', { body: { people: [anna({ voice: '+393331234567' })] } });
  expect(people[0]?.proved).toEqual({ ntfy: null, voice: null });
  expect(published()).toEqual([]);
  await wait(DAY_MS);
  await until('both were tested', () => Promise.resolve(published().length === 2));
  // The alarm that follows names the channel, too.
  const tests = () => published().filter(({ title }) => title.startsWith('Prova settimanale'));
  const linkOf = (part: RegExp) =>
    tests()
      .findLast(({ title }) => part.test(title))
      ?.actions?.at(0)?.url ?? '';
  const toNtfy = linkOf(/apri questo collegamento/);
  expect(ntfy.received.some(({ url, body }) => url === '/voice' && !body.includes('http'))).toBe(true);
  expect((await visit(toNtfy, 'GET')).text).toContain('La prova è arrivata</button>');
  expect((await client('getDuty')).people[0]?.proved.ntfy).toBeNull();
  expect((await visit(toNtfy, 'POST')).text).toContain('la ricezione è confermata');
  expect((await client('getDuty')).people[0]?.proved.ntfy).not.toBeNull();

  await app.stop();
  app = await start();
  // The call was never confirmed: from the day after the next test on that is an alarm.
  await wait(7 * DAY_MS);
  await until('both were tested again', () => Promise.resolve(tests().length === 4));
  await visit(linkOf(/apri questo collegamento/), 'POST');
  await wait(2 * DAY_MS);
  const alarm = await untilAlarm(({ kind }) => kind === 'canale non provato');
  expect(alarm).toMatchObject({ owner: 'valdombra', devices: [{ name: 'Anna, telefonata' }] });
  expect(tests()).toHaveLength(4);

  await visit(linkOf(/telefonata/), 'POST');
  await untilAlarm(({ id, state }) => id === alarm.id && state === 'risolto');
});

test('a person on duty keeps the token of Gotify, which no answer shows', async () => {
  const gotify = `${ntfy.url}/gotify`;
  const withToken = { ...anna(), ntfy: null, gotify, gotify_token: 'A-segreto' };
  const { people } = await client('saveDuty', { body: { people: [withToken] } });
  expect(JSON.stringify(people)).not.toContain('segreto');
  const { proved: _proved, ...written } = people[0] ?? { proved: {} };
  const save = (more: object) =>
    client.attempt('saveDuty', { body: { people: [{ ...written, ...more } as never] } });
  expect(await save({ name: 'Anna Bianchi' })).toMatchObject({ status: 200 });
  expect(await save({ gotify: 'https://altrove.example' })).toMatchObject({ status: 422 });
  expect(await save({ id: null })).toMatchObject({ status: 422 });
  expect(await save({ gotify: null, voice: '+393331234567' })).toMatchObject({ status: 422 });
  await client('testDuty');
  const [sent] = ntfy.received.filter(({ url }) => url === '/gotify/message');
  expect(sent?.headers).toMatchObject({ 'x-gotify-key': 'A-segreto' });
});

test('a maintenance is planned, listed, ended by a person, and is in the audit', async () => {
  const at = (hours: number) => new Date(MONDAY + hours * HOUR_MS).toISOString();
  const body = { from: at(-1), to: at(3), reason: 'Lavori ai pali' };
  for (const wrong of [{ to: at(-0.5) }, { from: at(4) }, { to: at(24 * 8) }]) {
    expect(await client.attempt('addDutyMaintenance', { body: { ...body, ...wrong } })).toMatchObject({
      status: 422,
    });
  }
  const { maintenance } = await client('addDutyMaintenance', { body });
  expect(maintenance).toMatchObject([{ ...body, author: 'valdombra' }]);
  const { client: stranger } = await app.createOperator('torrealta');
  const params = { id: String(maintenance[0]?.id) };
  expect(await stranger.attempt('endDutyMaintenance', { params })).toMatchObject({ status: 404 });
  expect((await stranger('getDuty')).maintenance).toEqual([]);
  expect((await client('endDutyMaintenance', { params })).maintenance).toEqual([]);
  const admin = await logIn({ origin: app.url }, ADMIN);
  const rows = await until('both acts are in the audit', async () => {
    const { entries } = await admin('listAudit', { query: {} });
    const own = entries.filter(
      ({ action, outcome }) => action.startsWith('alarms.maintenance') && outcome === 'riuscita',
    );
    return own.length === 2 && own;
  });
  expect(rows.map(({ action }) => action).toSorted()).toEqual([
    'alarms.maintenance',
    'alarms.maintenance-end',
  ]);
});
