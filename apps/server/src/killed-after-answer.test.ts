import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, logIn } from '@semaforo/client';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { embeddedBrokerSettings } from '@semaforo/testing/broker-settings';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { until } from '@semaforo/testing/until';
import { connectAsync } from 'mqtt';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { spawnBundledServer } from '../test/bundled-server.ts';
import { untilStatus } from '../test/running-app.ts';

const KEY = '/3/val/s1';
const LAMP_OF: Partial<Record<string, SignalColor>> = {
  out1: 'verde',
  out2: 'giallo',
  out3: 'arancio',
  out4: 'rosso',
};
const ends: (() => unknown)[] = [];
let settings: Record<string, string>;
let brokerPort: number;

beforeEach(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'semaforo-killed-'));
  ends.push(() => rmSync(dataDir, { recursive: true, force: true }));
  brokerPort = await freePort();
  settings = {
    ...embeddedBrokerSettings(brokerPort),
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    ADMIN_PASSWORD: ADMIN.password,
    COMMAND_CONFIRM_MS: '30000',
  };
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const start = async () => {
  const server = spawnBundledServer(settings);
  ends.push(() => server.end('SIGKILL'));
  return { kill: () => server.end('SIGKILL'), admin: await logIn({ origin: await server.ready() }, ADMIN) };
};

/** It says what each command made of its lamps, and nothing else: after an outage it repeats nothing. */
async function joinTaciturnDevice() {
  const lit = new Set<SignalColor>();
  let isThere = false;
  const device = await connectAsync(`mqtt://127.0.0.1:${brokerPort}`, {
    ...BROKER_LOGIN,
    clientId: 'taciturn',
    reconnectPeriod: 100,
    resubscribe: false,
  });
  ends.push(() => device.endAsync(true));
  device.on('error', () => {});
  device.on('close', () => {
    isThere = false;
  });
  const join = async () => {
    await device.subscribeAsync(`${KEY}/+/set`, { qos: 1 });
    isThere = true;
  };
  device.on('connect', () => void join());
  device.on('message', (topic, payload) => {
    const channel = topic.split('/').at(-2) ?? '';
    const lamp = LAMP_OF[channel];
    if (!lamp) return;
    if (payload.toString() === '1') lit.add(lamp);
    else lit.delete(lamp);
    device.publish(`${KEY}/${channel}`, payload, { qos: 1 });
  });
  await join();
  return { lit: () => [...lit], back: () => until('the device is back', () => isThere) };
}

/** Commands the color to the device, which confirms it; resolves to the command. */
async function light(admin: Client, command: SignalColor): Promise<number> {
  const { commandId, results } = await admin('sendCommand', { body: { command } });
  expect(results).toMatchObject([{ error: null }]);
  return commandId;
}

test.each([0, 60, 140, 220])(
  'killed %i ms after an answer, the server shows what was confirmed, and restores nothing else',
  async (afterMs) => {
    const first = await start();
    const { id: userId } = await first.admin('getMe');
    await first.admin('createDevice', { body: { topic: KEY, type: 'semaforo', userId } });
    const device = await joinTaciturnDevice();
    await light(first.admin, 'verde');
    const confirmed = await light(first.admin, 'rosso');
    await delay(afterMs);
    await first.kill();

    const { admin } = await start();
    // Its library says again, in their order, the reports that were not acknowledged: the last one is what counts.
    await untilStatus(admin, KEY, 'rosso, in no error', ({ status, error }) => status === 'rosso' && !error);
    const { deliveries } = await admin('getCommand', { params: { commandId: confirmed } });
    expect(deliveries).toMatchObject([{ state: 'confermato' }]);

    // What it showed before was only the last known, and no one commands that again; unless the device, whose report
    // was not acknowledged before the end, said it once more.
    await device.back();
    const arancio = await light(admin, 'arancio');
    const restored = await admin.attempt('restoreCommand', { params: { commandId: arancio } });
    const back = restored.ok ? 'rosso' : 'arancio';
    if (!restored.ok) expect(restored.error.code).toBe('nothing-to-repeat');
    expect(device.lit()).toEqual([back]);
    const giallo = await light(admin, 'giallo');
    await admin('restoreCommand', { params: { commandId: giallo } });
    expect(device.lit()).toEqual([back]);
  },
);
