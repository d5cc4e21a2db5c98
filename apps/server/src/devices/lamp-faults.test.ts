import type { Client } from '@semaforo/client';
import type { LampCondition } from '@semaforo/simulator/lamp-meter';
import { BROKER_LOGIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningApp, startApp, untilStatus } from '../../test/running-app.ts';

const KEY = '/3/val/s1';
let app: RunningApp;
let anna: { id: number; client: Client };
let board: MqttClient;
let ahead = 0;

beforeEach(async () => {
  ahead = 0;
  app = await startApp({
    clock: { now: () => Date.now() + ahead },
    monotonicClock: { elapsedMs: () => performance.now() + ahead },
    alarmTiming: { checkEveryMs: 50 },
    lampTestStepMs: 200,
    settings: { ALARM_RAISE_SECONDS: '0' },
  });
  anna = await app.createOperator('anna');
  await app.createDevice({ topic: KEY, userId: anna.id, name: 'Palasport' });
  board = await connectAsync({ host: '127.0.0.1', port: app.brokerPort, ...BROKER_LOGIN });
});
afterEach(async () => {
  await board.endAsync();
  await app.stop();
});

const startWith = (lamps: LampCondition) =>
  app.startFleet([{ key: KEY, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde', lamps }]);

test('a burnt lamp is an error of its device and an alarm, though its relay confirms; a sound one ends both', async () => {
  await startWith('burnt');
  await untilStatus(anna.client, KEY, 'it shows verde', ({ status }) => status === 'verde');
  ahead = 11_000;
  const wrong = await untilStatus(anna.client, KEY, 'it is in error', ({ error }) => error);
  expect(wrong.error_reason).toBe('Relè chiuso, lampada spenta: verde');
  expect(wrong.lamps.find(({ color }) => color === 'verde')).toMatchObject({
    ...{ on: true, fault: 'burnt', power: 0, witness: 'command' },
  });
  const alarm = await until('the alarm is open', async () =>
    (await anna.client('listAlarms')).find(({ kind }) => kind === 'lampada spenta'),
  );
  expect(alarm.detail).toBe('verde, 0 W');
  await board.publishAsync(`${KEY}/out1/power`, '11.8', { qos: 1 });
  const right = await untilStatus(anna.client, KEY, 'it is well', ({ error }) => !error);
  expect(right.lamps.find(({ color }) => color === 'verde')).toMatchObject({
    fault: null,
    witness: 'current',
  });
});

test('a lamp that draws much less than in the lamp test is weak, which is an alarm and no error', async () => {
  const fleet = await startWith('sound');
  await untilStatus(anna.client, KEY, 'it shows verde', ({ status }) => status === 'verde');
  await anna.client('startLampTest', { body: { deviceIds: [1] } });
  const learned = await untilStatus(anna.client, KEY, 'each lamp was measured', ({ lamps, testing }) => {
    return !testing && lamps.every(({ usual_power: usual }) => usual !== null);
  });
  expect(learned.lamps.every(({ usual_power: usual }) => Math.abs((usual ?? 0) - 11.8) < 0.5)).toBe(true);
  await fleet.stop();
  await board.publishAsync(`${KEY}/out1`, '1', { qos: 1 });
  await board.publishAsync(`${KEY}/out1/power`, '4', { qos: 1 });
  ahead += 11_000;
  const alarm = await until('the alarm is open', async () =>
    (await anna.client('listAlarms')).find(({ kind }) => kind === 'lampada debole'),
  );
  expect(alarm.detail).toMatch(/^verde, 4 W, di solito 1[12]/);
});

test('a lamp that leaks is lit without command', async () => {
  await startWith('leaking');
  await untilStatus(anna.client, KEY, 'it shows verde', ({ status }) => status === 'verde');
  ahead = 11_000;
  const wrong = await untilStatus(anna.client, KEY, 'it is in error', ({ error }) => error);
  expect(wrong.error_reason).toBe('Accesa senza comando: giallo, arancio, rosso');
});
