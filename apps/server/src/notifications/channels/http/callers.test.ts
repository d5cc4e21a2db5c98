import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FakeProvider, startFakeProvider } from '@semaforo/testing/fake-provider';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { TEST_SECRETS } from '../../../../test/test-secrets.ts';
import { readConfig } from '../../../config.ts';
import type { Outgoing } from '../../channel.port.ts';
import type { ChannelName } from '../../notification.ts';
import { createCallers } from './callers.ts';

let provider: FakeProvider;
beforeEach(async () => {
  provider = await startFakeProvider();
});
afterEach(() => provider.stop());

const NUMBER = '+393331234567';
const TEXT = 'Allarme: Lungofiume: più lampade "accese" & altro\nPrenderlo in carico nella pagina Allarmi';
const MESSAGE: Outgoing = {
  ...{ key: 'alarm:1', text: TEXT, path: '/allarmi', isUrgent: true },
  link: { label: 'Prendo in carico', url: 'https://semaforo.example/api/alarms/take/T' },
  ...{ attempts: 0, partsSent: 0, createdAt: Date.parse('2026-11-28T02:00:00Z'), expiresAt: null },
};

/** Sends the message by a channel of a server with these settings. */
const send = async (
  name: ChannelName,
  settings: Record<string, string>,
  { recipient = NUMBER, person = {} }: { recipient?: string; person?: Record<string, string> } = {},
) => {
  const { db, close } = await createTestDatabase('sqlite');
  onTestFinished(close);
  await db
    .insertInto('duty_people')
    .values({
      ...{ owner_id: null, position: 0, name: 'Anna', email: null, chat_id: null, push_id: null },
      ...{ ntfy: null, gotify: null, gotify_token: null, sms: null, voice: null, rules: null, ...person },
    })
    .execute();
  const { callers } = readConfig({ WEBHOOK_ALLOW_LOOPBACK: 'true', ...settings });
  const pace = { isReady: () => true, everyMs: 1, retryMs: 5000 };
  const channel = createCallers({ callers, db, secrets: TEST_SECRETS, ...pace }).find(
    (one) => one.name === name,
  );
  const sendIt = await channel?.open({ recipient, userId: null });
  if (!sendIt) throw new Error(`${name} is not set up`);
  return sendIt(MESSAGE, AbortSignal.timeout(30_000));
};
const form = (body: string) => Object.fromEntries(new URLSearchParams(body));

describe('the templates of docs/impostazioni.md', () => {
  test('an SMS goes to Twilio as a form', async () => {
    const settings = {
      SMS_URL: `${provider.url}/2010-04-01/Accounts/AC1/Messages.json`,
      SMS_HEADERS:
        '{"Content-Type":"application/x-www-form-urlencoded","Authorization":"Basic QUMxOnNlZ3JldG8="}',
      SMS_BODY: 'To={to}&From=%2B390000&Body={text}',
    };
    expect(await send('sms', settings)).toEqual({ outcome: 'sent' });
    const [request] = provider.received;
    expect(request).toMatchObject({
      ...{ method: 'POST', url: '/2010-04-01/Accounts/AC1/Messages.json' },
      headers: { authorization: 'Basic QUMxOnNlZ3JldG8=' },
    });
    expect(form(request?.body ?? '')).toEqual({
      ...{ To: NUMBER, From: '+390000' },
      Body: `${TEXT}\nPrendo in carico: https://semaforo.example/api/alarms/take/T`,
    });
  });

  test('an SMS goes to Aruba and Skebby as JSON', async () => {
    const settings = {
      SMS_URL: `${provider.url}/API/v1.0/REST/sms`,
      SMS_HEADERS: '{"Content-Type":"application/json","user_key":"U","Access_token":"T"}',
      SMS_BODY: '{"message_type":"N","message":"{text}","recipient":["{to}"],"sender":"Comune"}',
      SMS_EXPECT: '"result":"OK"',
    };
    provider.answer(201, '{"result":"OK","total_sent":1}');
    expect(await send('sms', settings)).toEqual({ outcome: 'sent' });
    expect(JSON.parse(provider.received[0]?.body ?? '')).toMatchObject({
      message: expect.stringContaining('più lampade "accese" & altro\nPrenderlo') as string,
      recipient: [NUMBER],
    });
    expect(provider.received[0]?.headers).toMatchObject({ user_key: 'U', access_token: 'T' });
  });

  test('an SMS goes to Vonage, which says in its answer that it was not taken', async () => {
    const settings = {
      SMS_URL: `${provider.url}/sms/json`,
      SMS_HEADERS: '{"Content-Type":"application/x-www-form-urlencoded"}',
      SMS_BODY: 'api_key=K&api_secret=segreto&from=Comune&type=unicode&to={to_digits}&text={text}',
      SMS_EXPECT: '"status": "0"',
    };
    provider.answer(200, '{"messages": [{"status": "0"}]}');
    expect(await send('sms', settings)).toEqual({ outcome: 'sent' });
    expect(form(provider.received[0]?.body ?? '')).toMatchObject({ to: '393331234567' });
    provider.answer(200, '{"messages": [{"status": "4", "error-text": "Bad Credentials segreto"}]}');
    const refused = await send('sms', settings);
    expect(refused).toMatchObject({ outcome: 'refused' });
    expect(JSON.stringify(refused)).not.toContain('segreto');
  });

  test('a call goes to Twilio, and what it says ends no element', async () => {
    const settings = {
      VOICE_URL: `${provider.url}/2010-04-01/Accounts/AC1/Calls.json`,
      VOICE_HEADERS: '{"Content-Type":"application/x-www-form-urlencoded"}',
      VOICE_BODY:
        'To={to}&From=%2B390000&Twiml=%3CResponse%3E%3CSay%20language%3D%22it-IT%22%3E{text}%3C%2FSay%3E%3C%2FResponse%3E',
    };
    expect(await send('voice', settings)).toEqual({ outcome: 'sent' });
    const said = form(provider.received[0]?.body ?? '').Twiml;
    expect(said).toMatch(/^<Response><Say language="it-IT">Allarme: [^<>&"]*<\/Say><\/Response>$/);
    expect(said).not.toContain('https://');
  });
});

test('ntfy gets a message of high priority, with a button that takes the alarm in charge', async () => {
  const person = { ntfy: TEST_SECRETS.seal(`${provider.url}/posta/comune-x7`) };
  expect(await send('ntfy', {}, { recipient: '1', person })).toEqual({ outcome: 'sent' });
  expect(provider.received[0]).toMatchObject({ method: 'POST', url: '/posta/' });
  const url = 'https://semaforo.example/api/alarms/take/T';
  expect(JSON.parse(provider.received[0]?.body ?? '')).toEqual({
    ...{ topic: 'comune-x7', title: TEXT.split('\n')[0], message: TEXT.split('\n')[1] },
    ...{ priority: 5, click: url },
    actions: [{ action: 'http', label: 'Prendo in carico', url, method: 'POST', clear: true }],
  });
});

test('Gotify gets a message with the token of its application in a header', async () => {
  const person = { gotify: `${provider.url}/`, gotify_token: TEST_SECRETS.seal('A-token') };
  expect(await send('gotify', {}, { recipient: '1', person })).toEqual({ outcome: 'sent' });
  const [request] = provider.received;
  expect(request).toMatchObject({ url: '/message', headers: { 'x-gotify-key': 'A-token' } });
  expect(JSON.parse(request?.body ?? '')).toMatchObject({ priority: 10 });
});

test.each([
  [401, 'refused'],
  [429, 'retry'],
  [503, 'retry'],
] as const)('a provider that answers %i has the message %s', async (status, outcome) => {
  provider.answer(status);
  const attempt = await send('sms', { SMS_URL: `${provider.url}/?to={to}`, SMS_METHOD: 'GET' });
  expect(attempt).toMatchObject({ outcome });
  expect(provider.received[0]).toMatchObject({ method: 'GET', url: '/?to=%2B393331234567' });
});

test.each([
  ['on this machine', () => `${provider.url}/`],
  ['in the network of the Comune', () => 'https://192.168.1.10/'],
  ['without TLS', () => 'http://sms.example/'],
])('an address %s gets nothing, unless the settings allow it', async (_where, address) => {
  const settings = { WEBHOOK_ALLOW_LOOPBACK: 'false', SMS_URL: address() };
  expect(await send('sms', settings)).toMatchObject({
    outcome: 'retry',
    failure: expect.stringMatching(/non può esserci/) as string,
  });
  expect(provider.received).toEqual([]);
});

test('a provider that is away is tried again, and is named without what is secret', async () => {
  await provider.stop();
  const attempt = await send('sms', { SMS_URL: `${provider.url}/?key=segreto&to={to}` });
  expect(attempt).toMatchObject({
    outcome: 'retry',
    failure: expect.stringMatching(/^127\.0\.0\.1:\d+ non risponde$/) as string,
  });
});

describe('a modem', () => {
  const makeFolders = () => {
    const root = mkdtempSync(join(tmpdir(), 'semaforo-smsd-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    for (const name of ['outbox', 'sent', 'error']) mkdirSync(join(root, name));
    return { outbox: join(root, 'outbox'), sent: join(root, 'sent'), error: join(root, 'error') };
  };
  const nextFile = (folder: string) =>
    until('a file is in the outbox', () =>
      Promise.resolve(readdirSync(folder).find((name) => name.startsWith('OUT'))),
    );

  test.each(['sent', 'error'] as const)('moves the file to %s, and that is its receipt', async (fate) => {
    const folders = makeFolders();
    const sending = send('sms', { SMS_MODEM_OUTBOX: folders.outbox });
    const file = await nextFile(folders.outbox);
    expect(file).toMatch(/^OUTA20261128_020000_00_\+393331234567_[0-9a-f]{16}\.txt$/);
    const bytes = readFileSync(join(folders.outbox, file));
    expect([...bytes.subarray(0, 2)]).toEqual([0xff, 0xfe]);
    expect(bytes.subarray(2).toString('utf16le')).toContain('più lampade');
    renameSync(join(folders.outbox, file), join(folders[fate], file));
    expect(await sending).toMatchObject({ outcome: fate === 'sent' ? 'sent' : 'refused' });
    // After a crash the same message is tried again: it is not written twice.
    expect(await send('sms', { SMS_MODEM_OUTBOX: folders.outbox })).toMatchObject({
      outcome: fate === 'sent' ? 'sent' : 'refused',
    });
    expect(readdirSync(folders.outbox)).toEqual([]);
  });

  test('whose folder is missing says so', async () => {
    const outbox = join(makeFolders().outbox, 'altrove');
    expect(existsSync(outbox)).toBe(false);
    expect(await send('sms', { SMS_MODEM_OUTBOX: outbox })).toMatchObject({ outcome: 'retry' });
  });
});
