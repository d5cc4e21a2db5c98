import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@semaforo/client';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { type FakeTelegram, startFakeTelegram } from '@semaforo/testing/fake-telegram';
import { until } from '@semaforo/testing/until';
import { connectAsync } from 'mqtt';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OPERATOR_PASSWORD, type RunningApp, startApp, untilStatus } from '../../test/running-app.ts';

const TIMING = { errorWindowMs: 300, settledAfterMs: 300, unansweredAfterMs: 600 };
const CHANNEL = '@comune_anna';
const LIT = ['/3/c/s1', '/3/c/s2'];
const OTHERS = ['/3/c/s3', '/3/c/s4', '/3/c/s5'];
const NEIGHBOUR = '/3/d/s1';
const NEIGHBOUR_CHANNEL = '@comune_bruno';

let fake: FakeTelegram;
let dataDir: string;
let app: RunningApp;
let anna: { id: number; client: Client };
const ids = new Map<string, number>();

beforeEach(async () => {
  fake = await startFakeTelegram();
  dataDir = mkdtempSync(join(tmpdir(), 'semaforo-lost-'));
  await start();
  anna = await app.createOperator('anna');
  const bruno = await app.createOperator('bruno');
  const admin = await app.logIn(ADMIN);
  for (const [index, topic] of [...LIT, ...OTHERS].entries()) {
    ids.set(topic, await app.createDevice({ topic, name: `S${index + 1}`, userId: anna.id }));
  }
  await app.createDevice({ topic: NEIGHBOUR, userId: bruno.id });
  for (const [userId, channel] of [
    [anna.id, CHANNEL],
    [bruno.id, NEIGHBOUR_CHANNEL],
  ] as const) {
    await admin('saveUserSetting', { params: { id: userId }, body: { telegram_channel: channel } });
  }
});
afterEach(async () => {
  await app.stop();
  await fake.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const settings = { ...fake.settings, COMMAND_CONFIRM_MS: '1500' };
  app = await startApp({ dataDir, noticeTiming: TIMING, settings });
}

const fleetOf = (keys: readonly string[], shows: 'verde' | 'rosso' = 'verde') =>
  app.startFleet(keys.map((key) => ({ key, type: 'semaforo', behaviour: { kind: 'obedient' }, shows })));
const posts = () => fake.textsTo(CHANNEL).map((text) => text.replace(/dalle \d.*? \d\d\/\d\d\/\d{4}/, '…'));
/** Signals that confirm far apart on a busy machine are posted one by one: the last post counts. */
const untilPosted = (text: string) => until(`the post ${text}`, () => posts().at(-1) === text);
const idsOf = (topics: readonly string[]) => topics.flatMap((topic) => ids.get(topic) ?? []);
const untilAll = async (topics: readonly string[], color: string) => {
  for (const topic of topics) {
    await untilStatus(
      anna.client,
      topic,
      `shows ${color}`,
      ({ status, stale }) => status === color && !stale,
    );
  }
};
const alertRosso = () =>
  anna.client('createAlert', {
    body: {
      color: 'rosso',
      from: new Date().toISOString(),
      to: new Date(Date.now() + 7_200_000).toISOString(),
      reason: 'Piena',
      deviceIds: idsOf(LIT),
    },
  });
/** What happens in another Comune after it settles later than what happened here before. */
const untilNeighbourIsPosted = async (neighbour: Awaited<ReturnType<typeof fleetOf>>) => {
  const before = fake.textsTo(NEIGHBOUR_CHANNEL).length;
  neighbour.device(NEIGHBOUR).show('giallo');
  await until('the neighbour is posted', () => fake.textsTo(NEIGHBOUR_CHANNEL).length === before + 1);
};

const RED = '🔴 Comune di anna: allerta rossa … su 2 semafori di 5: S1, S2';
const NO_ALERT = '🟢 Comune di anna: nessuna allerta …';
const UNANSWERED =
  '⚠️ Comune di anna: … 2 semafori di 5 non rispondono: S1, S2. L’ultima indicazione resta allerta rossa';

test('an alert whose signals lose power is not said to be over, also by a server that restarts', async () => {
  await fleetOf(OTHERS);
  const lit = await fleetOf(LIT);
  await untilAll([...LIT, ...OTHERS], 'verde');
  await alertRosso();
  await untilPosted(RED);
  await lit.stop();
  await untilPosted(UNANSWERED);
  const reported = posts().length;

  await app.stop();
  await start();
  anna = { id: anna.id, client: await app.logIn({ username: 'anna', password: OPERATOR_PASSWORD }) };
  const neighbour = await fleetOf([NEIGHBOUR]);
  await fleetOf(OTHERS);
  await untilAll(OTHERS, 'verde');
  await untilNeighbourIsPosted(neighbour);
  expect(posts()).toHaveLength(reported);

  await fleetOf(LIT, 'rosso');
  await untilAll(LIT, 'rosso');
  const [alert] = await anna.client('listAlerts');
  await anna.client('concludeAlert', { params: { id: alert?.id ?? 0 }, body: {} });
  await untilPosted(NO_ALERT);
});

test('signals that stay rosso when a person sends them to arancio keep the alert rosso', async () => {
  await fleetOf(OTHERS);
  // They report, and obey nobody.
  const lit = await connectAsync(`mqtt://127.0.0.1:${app.brokerPort}`, BROKER_LOGIN);
  const report = (channel: string, payload: string) =>
    Promise.all(LIT.map((key) => lit.publishAsync(`${key}/${channel}`, payload, { qos: 1 })));
  await report('out1', '1');
  await untilAll([...LIT, ...OTHERS], 'verde');
  await alertRosso();
  await report('out1', '0');
  await report('out4', '1');
  await untilPosted(RED);
  await anna.client('sendCommand', { body: { command: 'arancio', deviceIds: idsOf(LIT) } });
  await untilPosted(UNANSWERED);
  expect(posts().join()).not.toContain('🟢');
  await lit.endAsync(true);
});

test('signals that restart in verde end no alert; that a person ends it does', async () => {
  const neighbour = await fleetOf([NEIGHBOUR]);
  await fleetOf(OTHERS);
  const lit = await fleetOf(LIT);
  await untilAll([...LIT, ...OTHERS], 'verde');
  const { id } = await alertRosso();
  await untilPosted(RED);
  for (const topic of LIT) lit.device(topic).show('verde');
  await untilAll(LIT, 'verde');
  await untilNeighbourIsPosted(neighbour);
  expect(posts().filter((text) => !/^[🔴⚠]/u.test(text))).toEqual([]);
  await anna.client('concludeAlert', { params: { id }, body: {} });
  await untilPosted(NO_ALERT);
});

test('an alert that a person ends while one of its signals is lost is over, but not everywhere', async () => {
  await fleetOf([...OTHERS, '/3/c/s1']);
  const lost = await fleetOf(['/3/c/s2']);
  await untilAll([...LIT, ...OTHERS], 'verde');
  const { id } = await alertRosso();
  await untilPosted(RED);
  await lost.stop();
  await untilStatus(anna.client, '/3/c/s2', 'is lost', ({ error }) => error);
  await anna.client('concludeAlert', { params: { id }, body: {} });
  await until('the end is posted', () => posts().some((text) => text.startsWith('⚪')));
  expect(posts().at(-1)).toBe(
    '⚪ Comune di anna: … i semafori non indicano più un’allerta, ma 1 semaforo di 5 non lo conferma: S2',
  );
  expect(posts().join()).not.toContain('nessuna allerta');
});
