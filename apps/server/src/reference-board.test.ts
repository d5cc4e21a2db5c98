import { execFileSync } from 'node:child_process';
import type { Client } from '@semaforo/client';
import { createReferenceBoard, type ReferenceBoard } from '@semaforo/simulator/reference-board';
import { BROKER_LOGIN } from '@semaforo/testing/credentials';
import { compileFirmware, type Firmware, hasCompiler } from '@semaforo/testing/firmware';
import { until } from '@semaforo/testing/until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp, untilShows, untilStatus } from '../test/running-app.ts';

const KEY = '/3/val/s1';
const ROSSO = 3;

describe.skipIf(!hasCompiler())('the reference device', () => {
  let firmware: Firmware;
  let app: RunningApp;
  let anna: { id: number; client: Client };
  let board: ReferenceBoard;

  beforeAll(async () => {
    firmware = compileFirmware('host/board.c');
    app = await startApp();
    anna = await app.createOperator('anna');
    await app.createDevice({ topic: KEY, userId: anna.id });
    board = createReferenceBoard({
      ...{ program: firmware.program, key: KEY, floatLamp: ROSSO, floatForMs: 100 },
      broker: { host: '127.0.0.1', port: app.brokerPort, ...BROKER_LOGIN },
    });
    await board.powerUp();
  });
  afterAll(async () => {
    await board.cutPower();
    await app.stop();
    firmware.remove();
  });

  const command = (value: 'verde' | 'giallo' | 'rosso') =>
    anna.client('sendCommand', { body: { command: value } });

  test('keeps each promise over thousands of cuts of power, link and float', () => {
    const cuts = compileFirmware('test/cuts.c');
    const said = execFileSync(cuts.program, ['1', '100000'], { encoding: 'utf8' });
    cuts.remove();
    expect(said).toMatch(/every promise kept\n$/);
  });

  test('begins dark, and obeys', async () => {
    await untilStatus(anna.client, KEY, 'it says that it is dark', ({ lamps }) =>
      lamps.every(({ on }) => on === false),
    );
    for (const value of ['verde', 'rosso', 'giallo', 'rosso'] as const) {
      await command(value);
      await untilShows(anna.client, KEY, value);
    }
    expect(board.lit()).toEqual([ROSSO]);
  });

  test('says what it does without a link, beside what a person chose', async () => {
    const [record] = await anna.client('listDeviceStatuses');
    const params = { id: record?.id ?? 0 };
    const page = await anna.client('getDevice', { params });
    expect(page).toMatchObject({
      link_policy: { policy: 'keep' },
      reported_policy: { policy: 'keep', after_s: null },
    });
    const body = { link_policy: 'rosso-after' as const, after_s: 3600 };
    const changed = await anna.client('saveLinkPolicy', { params, body });
    expect(changed).toMatchObject({
      link_policy: { policy: 'rosso-after', after_s: 3600 },
      reported_policy: { policy: 'keep' },
    });
  });

  test('shows after a cut of its power what it showed before', async () => {
    await board.cutPower();
    expect(board.lit()).toEqual([]);
    await untilStatus(anna.client, KEY, 'it is away', ({ error }) => error);
    await board.powerUp();
    expect(board.lit()).toEqual([ROSSO]);
    await untilStatus(anna.client, KEY, 'it is back', ({ error, status }) => !error && status === 'rosso');
  });

  test('its float lights rosso with the link away, and the console shows that as out of sync', async () => {
    await command('verde');
    await untilShows(anna.client, KEY, 'verde');
    await board.leave();
    board.float(true);
    await until('it lit rosso by itself', () => board.lit().join() === String(ROSSO));
    await board.join();
    await untilStatus(
      anna.client,
      KEY,
      'it says so',
      ({ status, out_of_sync: isOut }) => status === 'rosso' && isOut,
    );
    await command('verde');
    await untilShows(anna.client, KEY, 'verde');
  });
});
