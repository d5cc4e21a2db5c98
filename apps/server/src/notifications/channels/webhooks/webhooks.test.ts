import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@semaforo/client';
import { startChild } from '@semaforo/testing/child-process';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { until } from '@semaforo/testing/until';
import { startReceiver, type WebhookReceiver } from '@semaforo/testing/webhook-receiver';
import { connectAsync } from 'mqtt';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningApp, startApp } from '../../../../test/running-app.ts';
import { createWebhookNetwork } from './webhook-network.ts';

const LOOPBACK = { WEBHOOK_ALLOW_LOOPBACK: 'true' };
const FAST = { everyMs: 20, retryMs: 20 };
const S1 = '/3/valdombra/s1';
const GAUGE = '/3/valdombra/acqua';

const start = async (options: Parameters<typeof startApp>[0] = {}): Promise<RunningApp> => {
  const app = await startApp({ settings: LOOPBACK, notifications: FAST, ...options });
  onTestFinished(app.stop);
  return app;
};
const receive = async (): Promise<WebhookReceiver> => {
  const receiver = await startReceiver();
  onTestFinished(receiver.stop);
  return receiver;
};
const deliveriesOf = async (admin: Client, id: number) =>
  (await admin('listWebhookDeliveries', { params: { id: String(id) } })).deliveries;
const eventsOf = ({ received }: WebhookReceiver) => received.map(({ event }) => event);
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'taken',
    (error: { code?: string }) => error.code,
  );

test('the end of a command reaches the Comune’s system and no one else’s, signed', async () => {
  const app = await start();
  const admin = await app.logIn(ADMIN);
  const { id: userId, client } = await app.createOperator('valdombra');
  const { id: otherId } = await app.createOperator('altrove');
  await app.createDevice({ topic: S1, name: 'Ponte', userId });
  const [own, others, all] = [await receive(), await receive(), await receive()];
  const add = (url: string, user_id?: number) =>
    admin('createWebhook', { body: { url, events: ['command.ended'], ...(user_id && { user_id }) } });
  const { id, secret } = await add(own.url, userId);
  await add(others.url, otherId);
  await add(all.url);
  await app.startFleet([{ key: S1, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' }]);
  await client('sendCommand', { query: { type: 'semaforo' }, body: { command: 'rosso' } });
  await until('both have it', () => own.received.length > 0 && all.received.length > 0);

  const [delivery] = own.received;
  expect(delivery?.json).toMatchObject({
    id: delivery?.delivery,
    event: 'command.ended',
    data: { value: 'rosso', username: 'valdombra', total: 1, confirmed: 1, not_confirmed: [] },
  });
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(delivery?.signature ?? '') ?? [];
  expect(v1).toBe(createHmac('sha256', secret).update(`${t}.${delivery?.body}`).digest('hex'));
  await until('it counts', async () => (await deliveriesOf(admin, id))[0]?.state === 'delivered');
  expect(await deliveriesOf(admin, id)).toMatchObject([
    { id: delivery?.delivery, status_code: 200, failure: null, attempts: 1, next_try_at: null },
  ]);
  expect(others.received).toEqual([]);
  expect(JSON.stringify(await admin('listWebhooks'))).not.toContain(secret);
  expect(app.log.join('\n')).not.toContain(secret);
});

test('a device in error, and well again, is sent once each, also over a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'semaforo-webhooks-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const receiver = await receive();
  const settings = { ...LOOPBACK, COMMAND_CONFIRM_MS: '300' };
  const first = await startApp({ settings, notifications: FAST, dataDir });
  const admin = await first.logIn(ADMIN);
  const { id: userId, client } = await first.createOperator('valdombra');
  await first.createDevice({ topic: S1, name: 'Ponte', userId });
  const events = ['device.error', 'device.ok', 'device.out_of_sync', 'alarm.opened'] as const;
  await admin('createWebhook', { body: { url: receiver.url, events: [...events] } });
  await first.startFleet([{ key: S1, type: 'semaforo', behaviour: { kind: 'mute' }, shows: 'verde' }]);
  await client('sendCommand', { query: { type: 'semaforo' }, body: { command: 'rosso' } });
  await until('the error is sent', () => eventsOf(receiver).includes('device.error'));
  expect(receiver.received.find(({ event }) => event === 'device.error')?.json.data).toMatchObject({
    name: 'Ponte',
    topic: S1,
    condition: 'error',
    user_id: userId,
  });
  await first.stop();

  const second = await start({ dataDir });
  await second.startFleet([{ key: S1, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' }]);
  const again = await second.logIn({ username: 'valdombra', password: 'operatore-di-prova-1' });
  await again('sendCommand', { query: { type: 'semaforo' }, body: { command: 'rosso' } });
  await until('it is well again', () => eventsOf(receiver).includes('device.ok'));
  const ofDevice = eventsOf(receiver).filter((event) => event.startsWith('device.'));
  expect(ofDevice).toEqual([...new Set(ofDevice)]);
  expect([ofDevice[0], ofDevice.at(-1)]).toEqual(['device.error', 'device.ok']);
});

test('an alert is sent as it is proposed, begins and ends', async () => {
  const app = await start();
  const admin = await app.logIn(ADMIN);
  const { id: userId, client } = await app.createOperator('valdombra');
  await app.createDevice({ topic: S1, userId });
  await app.startFleet([{ key: S1, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' }]);
  const receiver = await receive();
  const events = ['alert.proposed', 'alert.began', 'alert.ended'] as const;
  await admin('createWebhook', { body: { url: receiver.url, events: [...events], user_id: userId } });
  const now = Date.now();
  const span = { from: new Date(now).toISOString(), to: new Date(now + 3_600_000).toISOString() };
  const { id } = await client('createAlert', { body: { color: 'arancio', ...span, reason: 'Temporali' } });
  await until('its beginning is sent', () => receiver.received.length === 1);
  await client('concludeAlert', { params: { id: String(id) }, body: {} });
  await until('its end is sent', () => receiver.received.length === 2);
  expect(receiver.received.map(({ event, json }) => [event, json.data.id, json.data.color])).toEqual([
    ['alert.began', id, 'arancio'],
    ['alert.ended', id, 'arancio'],
  ]);
});

test('a proposal, the water at a site and an alarm are sent as they come, and the alarm as it ends', async () => {
  const laterMs = 0;
  const app = await start({
    clock: { now: () => Date.now() + laterMs },
    monotonicClock: { elapsedMs: () => performance.now() + laterMs },
    alarmTiming: { checkEveryMs: 30 },
    settings: {
      ...LOOPBACK,
      ...{ ALARM_RAISE_SECONDS: '0', ALARM_CLEAR_SECONDS: '0', COMMAND_CONFIRM_MS: '300' },
    },
  });
  const admin = await app.logIn(ADMIN);
  const { id: userId, client } = await app.createOperator('valdombra');
  const signal = await app.createDevice({ topic: S1, name: 'Sottopasso', userId });
  const gauge = await app.createDevice({ topic: GAUGE, name: 'Torrente', userId, type: 'misuratore' });
  const fleet = await app.startFleet([
    { key: S1, type: 'semaforo', behaviour: { kind: 'mute' }, shows: 'verde' },
  ]);
  const receiver = await receive();
  const events = ['alert.proposed', 'alarm.opened', 'alarm.resolved', 'sensor.threshold'] as const;
  await admin('createWebhook', { body: { url: receiver.url, events: [...events], user_id: userId } });
  const untilSent = (event: string, kind?: string) =>
    until(
      `${event} is sent`,
      () =>
        receiver.received.find((one) => one.event === event && (!kind || one.json.data.kind === kind))?.json
          .data,
    );

  const { key } = await admin('createApiKey', {
    body: { name: 'Sala della valle', scopes: ['propose'], user_id: userId },
  });
  const span = { from: new Date().toISOString(), to: new Date(Date.now() + 3_600_000).toISOString() };
  const proposing = createClient({ origin: app.url, token: key });
  await proposing('createAlert', {
    body: { color: 'giallo', ...span, reason: 'Piena', deviceIds: [signal] },
  });
  expect(await untilSent('alert.proposed')).toMatchObject({
    state: 'proposta',
    color: 'giallo',
    reason: 'Piena',
  });

  const thresholds = [{ color: 'rosso' as const, at: 30, clear_at: 22, for_s: 0 }];
  const rule = { thresholds, policy: 'propose' as const, device_ids: [signal] };
  await client('saveSensorRule', { params: { id: gauge }, body: rule });
  const board = await connectAsync({ host: '127.0.0.1', port: app.brokerPort, ...BROKER_LOGIN });
  onTestFinished(() => board.endAsync());
  await board.publishAsync(`${GAUGE}/level`, '31', { qos: 1 });
  expect(await untilSent('sensor.threshold')).toMatchObject({ color: 'rosso', name: 'Torrente' });

  await client('sendCommand', { query: { type: 'semaforo' }, body: { command: 'arancio' } });
  expect(await untilSent('alarm.opened', 'muto')).toMatchObject({ user_id: userId, system: false });
  fleet.device(S1).behave({ kind: 'obedient' });
  await client('sendCommand', { query: { type: 'semaforo' }, body: { command: 'arancio' } });
  expect(await untilSent('alarm.resolved', 'muto')).toMatchObject({ user_id: userId });
});

test('a delivery that is not taken comes again with the same id and a new time, and delays no other', async () => {
  let laterMs = 0;
  const app = await start({ clock: { now: () => Date.now() + laterMs }, withoutBroker: true });
  const admin = await app.logIn(ADMIN);
  const [away, well] = [await receive(), await receive()];
  const events = ['command.ended'] as const;
  const { id } = await admin('createWebhook', { body: { url: away.url, events: [...events] } });
  const { id: wellId } = await admin('createWebhook', { body: { url: well.url, events: [...events] } });
  away.answer(500);
  const tried = await admin('testWebhook', { params: { id: String(id) } });
  expect(tried).toMatchObject({
    event: 'test',
    state: 'waiting',
    status_code: 500,
    failure: 'l’indirizzo risponde 500',
  });
  expect(tried.next_try_at).not.toBeNull();
  expect(await admin('testWebhook', { params: { id: String(wellId) } })).toMatchObject({
    state: 'delivered',
    status_code: 200,
  });
  laterMs = 5000;
  await until('it was tried again', () =>
    away.received.some(({ signature }) => signature !== away.received[0]?.signature),
  );
  away.answer(301, well.url);
  await until('a redirection is not followed', async () =>
    (await deliveriesOf(admin, id))[0]?.failure?.includes('i rinvii non si seguono'),
  );
  away.answer(204);
  await until('it is taken', async () => (await deliveriesOf(admin, id))[0]?.state === 'delivered');
  expect(new Set(away.received.map(({ delivery }) => delivery)).size).toBe(1);
  expect(well.received).toHaveLength(1);
});

test('what is not taken within a day is given up', async () => {
  let laterMs = 0;
  const app = await start({ clock: { now: () => Date.now() + laterMs }, withoutBroker: true });
  const admin = await app.logIn(ADMIN);
  const url = `http://127.0.0.1:${await freePort()}/`;
  const { id } = await admin('createWebhook', { body: { url, events: ['command.ended'] } });
  const { failure } = await admin('testWebhook', { params: { id: String(id) } });
  expect(failure).toContain('ECONNREFUSED');
  laterMs = 25 * 3_600_000;
  const later = await app.logIn(ADMIN);
  await until('it is given up', async () => (await deliveriesOf(later, id))[0]?.state === 'failed');
  expect((await deliveriesOf(later, id))[0]).toMatchObject({ next_try_at: null, failure });
});

test('an address of this machine or of a private network is refused, by number and by name', async () => {
  const app = await start({ settings: {}, withoutBroker: true });
  const admin = await app.logIn(ADMIN);
  for (const url of [
    'http://127.0.0.1:9/x',
    'http://2130706433/x',
    'http://[::1]/x',
    'http://[::ffff:10.0.0.1]/x',
    'https://192.168.1.7/x',
    'http://localhost:9/x',
  ]) {
    const call = admin('createWebhook', { body: { url, events: ['device.ok'] } });
    expect([url, await refusal(call)]).toEqual([url, 'webhook-address-refused']);
  }
  expect((await admin('listWebhooks')).webhooks).toEqual([]);
});

test.each(['http://127.0.0.1', 'http://localhost'])(
  'a delivery to %s ends before it connects, whatever was stored',
  async (origin) => {
    const receiver = await receive();
    const { post } = createWebhookNetwork({ allowsLoopback: false });
    const url = `${origin}:${new URL(receiver.url).port}/`;
    const sent = post({ url, body: '{}', headers: {} }, new AbortController().signal);
    await expect(sent).rejects.toThrow('rete privata');
    expect(receiver.received).toEqual([]);
  },
);

test('a webhook is an admin’s, names known events, and ends with all that waits for it', async () => {
  const app = await start({ withoutBroker: true });
  const admin = await app.logIn(ADMIN);
  const { client, id: userId } = await app.createOperator('valdombra');
  const body = { url: 'http://127.0.0.1:9/x?token=segreto', events: ['device.ok' as const] };
  expect(await refusal(client('createWebhook', { body }))).toBe('forbidden');
  const unknown = { ...body, events: ['device.exploded' as 'device.ok'] };
  expect(await refusal(admin('createWebhook', { body: unknown }))).toBe('invalid-input');
  expect(await refusal(admin('createWebhook', { body: { ...body, user_id: 999 } }))).toBe('not-found');
  const { id } = await admin('createWebhook', { body: { ...body, user_id: userId } });
  expect((await admin('listWebhooks')).webhooks).toMatchObject([{ id, username: 'valdombra' }]);
  await admin('deleteWebhook', { params: { id: String(id) } });
  expect(await refusal(deliveriesOf(admin, id))).toBe('not-found');
  const audit = JSON.stringify(await admin('listAudit', { query: { q: 'webhooks' } }));
  expect(audit).toContain('webhooks.create');
  expect(audit).not.toContain('segreto');
});

/** A delivery as somebody else could send it: its body, and its signature. */
type Forge = (genuine: { t: number; body: string; sign: (t: number | string, body: string) => string }) => {
  body: string;
  signature?: string;
};

const header = (t: number | string, v1: string) => `t=${t},v1=${v1}`;

const FORGED: Record<string, Forge> = {
  'no signature': ({ body }) => ({ body }),
  'an empty signature': ({ body }) => ({ body, signature: '' }),
  'another body': ({ t, body, sign }) => ({
    body: body.replace('test', 'tost'),
    signature: header(t, sign(t, body)),
  }),
  'a body with one more space': ({ t, body, sign }) => ({
    body: `${body} `,
    signature: header(t, sign(t, body)),
  }),
  'an empty body': ({ t, body, sign }) => ({ body: '', signature: header(t, sign(t, body)) }),
  'another time': ({ t, body, sign }) => ({ body, signature: header(t + 1, sign(t, body)) }),
  'six minutes ago': ({ t, body, sign }) => ({ body, signature: header(t - 360, sign(t - 360, body)) }),
  'in six minutes': ({ t, body, sign }) => ({ body, signature: header(t + 360, sign(t + 360, body)) }),
  'a time of milliseconds': ({ t, body, sign }) => ({
    body,
    signature: header(t * 1000, sign(t * 1000, body)),
  }),
  'a time before 1970': ({ t, body, sign }) => ({ body, signature: header(-t, sign(-t, body)) }),
  'a time in hexadecimal': ({ t, body, sign }) => {
    const written = `0x${t.toString(16)}`;
    return { body, signature: header(written, sign(written, body)) };
  },
  'no time': ({ body, sign }) => ({ body, signature: `v1=${sign('', body)}` }),
  'a signature of the body alone': ({ t, body, sign }) => ({
    body,
    signature: header(t, sign('', body).replace('.', '')),
  }),
  'in capitals': ({ t, body, sign }) => ({ body, signature: header(t, sign(t, body).toUpperCase()) }),
  'cut short': ({ t, body, sign }) => ({ body, signature: header(t, sign(t, body).slice(0, -2)) }),
  'with more behind it': ({ t, body, sign }) => ({ body, signature: `${header(t, sign(t, body))}00` }),
  'two of them': ({ t, body, sign }) => ({
    body,
    signature: `${header(t, '0'.repeat(64))},v1=${sign(t, body)}`,
  }),
  'of another version': ({ t, body, sign }) => ({ body, signature: `t=${t},v0=${sign(t, body)}` }),
  'all zeros': ({ t, body }) => ({ body, signature: header(t, '0'.repeat(64)) }),
  'of another secret': ({ t, body }) => ({
    body,
    signature: header(t, createHmac('sha256', 'whsec').update(`${t}.${body}`).digest('hex')),
  }),
  'of SHA-1': ({ t, body }) => ({
    body,
    signature: header(t, createHmac('sha1', 'x').update(`${t}.${body}`).digest('hex')),
  }),
};

test.each([
  { language: 'js', program: 'node' },
  { language: 'python', program: 'python3' },
])(
  'the example in $language takes a real delivery once, and none of 21 forged ones',
  async ({ language, program }) => {
    const page = readFileSync(join(import.meta.dirname, '../../../../../../docs/webhook.md'), 'utf8');
    const [, source = ''] = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(page) ?? [];
    const folder = mkdtempSync(join(tmpdir(), 'semaforo-receiver-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, language === 'js' ? 'riceve.mjs' : 'riceve.py');
    writeFileSync(file, source);
    const app = await start({ withoutBroker: true });
    const admin = await app.logIn(ADMIN);
    const run = async (secretOf: (secret: string) => string) => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}/`;
      const { id, secret } = await admin('createWebhook', { body: { url, events: ['device.ok'] } });
      const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secretOf(secret) };
      const child = startChild(program, [file], { env });
      onTestFinished(async () => void (await child.end('SIGKILL')));
      await until('the receiver answers', () =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      );
      return { id, child, url, secret };
    };
    const genuine = await run((secret) => secret);
    const sent = await admin('testWebhook', { params: { id: String(genuine.id) } });
    expect(sent).toMatchObject({ state: 'delivered', status_code: 204 });
    const t = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({ id: 'ripetuta', event: 'test', data: {} });
    const sign = (at: number | string, signed: string) =>
      createHmac('sha256', genuine.secret).update(`${at}.${signed}`).digest('hex');
    const send = async ({ body: content, signature }: ReturnType<Forge>) => {
      const headers = { ...(signature !== undefined && { 'semaforo-signature': signature }) };
      return (await fetch(genuine.url, { method: 'POST', body: content, headers })).status;
    };
    const taken: string[] = [];
    for (const [name, forge] of Object.entries(FORGED))
      if ((await send(forge({ t, body, sign }))) !== 401) taken.push(name);
    expect(taken).toEqual([]);
    // Neither is refused for another reason; the second is a replay, and not done again.
    const repeated = { body, signature: header(t, sign(t, body)) };
    expect([await send(repeated), await send(repeated)]).toEqual([204, 204]);
    await until('both are printed', () => genuine.child.output().split('test {').length > 2);
    expect(genuine.child.output().split('test {')).toHaveLength(3);
    const forged = await run(() => 'un altro segreto');
    expect(await admin('testWebhook', { params: { id: String(forged.id) } })).toMatchObject({
      status_code: 401,
    });
  },
);
