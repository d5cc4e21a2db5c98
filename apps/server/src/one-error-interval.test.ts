import { BROKER_LOGIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { connectAsync } from 'mqtt';
import { expect, onTestFinished, test } from 'vitest';
import { startApp, untilStatus } from '../test/running-app.ts';

const KEY = '/3/val/s1';
const REASON = 'Più lampade accese: verde e rosso';

test('two lit lamps that are said again are one error for card, page, day sheet and availability', async () => {
  const app = await startApp();
  onTestFinished(app.stop);
  const { id: userId, client } = await app.createOperator('valdombra');
  const id = await app.createDevice({ topic: KEY, userId });
  await app.createDevice({ topic: '/3/val/mai', userId, name: 'Mai sentito' });
  const device = await connectAsync(`mqtt://127.0.0.1:${app.brokerPort}`, BROKER_LOGIN);
  onTestFinished(() => device.endAsync(true));
  const report = (channel: string, payload: string) =>
    device.publishAsync(`${KEY}/${channel}`, payload, { qos: 1 });
  const both = async () => {
    await report('out1', '1');
    await report('out4', '1');
  };
  await both();
  const first = await untilStatus(client, KEY, 'is in error', ({ error }) => error);
  expect(first).toMatchObject({ error_reason: REASON });
  const since = first.error_since;
  for (let round = 0; round < 3; round += 1) {
    const { updated_at: before } = await untilStatus(client, KEY, 'is in error', ({ error }) => error);
    await both();
    await untilStatus(client, KEY, 'has said it again', ({ updated_at }) => updated_at !== before);
  }
  const card = await untilStatus(client, KEY, 'is in error', ({ error }) => error);
  expect(card.error_since).toBe(since);
  const errors = async () => (await client('getDevicePast', { params: { id } })).errors;
  expect(await errors()).toMatchObject([{ reason: REASON, began_at: since, ended_at: null }]);
  const now = new Date(since ?? 0).toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' });
  const { rows } = await client('getDaySheet', { query: { date: now } });
  expect(rows.filter(({ kind }) => kind === 'errore')).toMatchObject([
    { what: REASON, at: since, until: null, outcome: 'in corso' },
  ]);
  const { devices } = await client('getAvailability', { query: { month: now.slice(0, 7) } });
  const [received, never] = [KEY, 'Mai sentito'].map((name) => devices.find((one) => one.name === name));
  expect(received?.errors ?? 1).toBe(1);
  expect(never?.percent ?? null).toBeNull();

  await report('out1', '0');
  await until('the error is over', async () => (await errors())[0]?.ended_at !== null);
  expect(await errors()).toHaveLength(1);
});
