import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logIn } from '@semaforo/client';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { createFleet, type Fleet } from '@semaforo/simulator/fleet';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import type { ServerProcess } from '@semaforo/testing/server-process';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { spawnBundledServer } from '../test/bundled-server.ts';

let dataDir: string;
let settings: Record<string, string>;
let running: ServerProcess[];
let fleet: Fleet | undefined;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'semaforo-main-'));
  running = [];
  fleet = undefined;
  settings = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    EMBEDDED_BROKER_PORT: String(await freePort()),
    EMBEDDED_BROKER_PASSWORD: BROKER_LOGIN.password,
    EMBEDDED_BROKER_SHARED_LOGIN: 'true',
    ADMIN_PASSWORD: ADMIN.password,
    COMMAND_CONFIRM_MS: '2000',
  };
});

afterEach(async () => {
  await fleet?.stop();
  for (const server of running) await server.end('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

const start = () => {
  const server = spawnBundledServer(settings);
  running.push(server);
  return server;
};

test('killed in the middle of commands, it forgets none that was answered and ends all of them', async () => {
  const first = start();
  const admin = await logIn({ origin: await first.ready() }, ADMIN);
  const { id: userId } = await admin('getMe');
  const keys = Array.from({ length: 6 }, (_, index) => `/3/val/s${index + 1}`);
  for (const topic of keys) await admin('createDevice', { body: { topic, type: 'semaforo', userId } });
  fleet = createFleet({
    broker: { host: '127.0.0.1', port: Number(settings.EMBEDDED_BROKER_PORT), ...BROKER_LOGIN },
    devices: keys.map((key, index) => ({
      key,
      type: 'semaforo',
      behaviour: { kind: index % 2 === 0 ? 'obedient' : 'mute' },
      shows: 'verde',
    })),
  });
  await fleet.start();

  const answered: number[] = [];
  const colors: SignalColor[] = ['rosso', 'giallo', 'verde', 'arancio'];
  const clicks = colors.map(async (command) => {
    const { commandId } = await admin('sendCommand', { body: { command } });
    answered.push(commandId);
  });
  await Promise.any(clicks);
  await first.end('SIGKILL');
  await Promise.allSettled(clicks);

  const second = start();
  const again = await logIn({ origin: await second.ready() }, ADMIN);
  expect(answered.length).toBeGreaterThan(0);
  for (const commandId of answered) {
    expect(await again('getCommand', { params: { commandId } })).toMatchObject({ commandId });
  }
  // What was under way is sent again first: it ends within its deadline and the window.
  const final = ['confermato', 'fallito', 'scaduto', 'superato'];
  await until('all have ended', async () => {
    const history = await again('listHistory');
    return history.every(({ outcome }) => final.includes(outcome));
  });
});

test('a second server on the same data folder ends at once and says why', async () => {
  await start().ready();
  const second = start();
  expect(await second.ended).toBe(1);
  expect(second.output().trim()).toBe(`La cartella dei dati ${dataDir} è già in uso da un altro processo`);
});

test('asked to stop, it ends in order', async () => {
  const server = start();
  await server.ready();
  expect(await server.end('SIGTERM')).toBe(0);
});

test('wrong settings stop the start with one line each', async () => {
  settings.PORT = 'tremila';
  settings.LOG_LEVEL = 'molto';
  const server = start();
  expect(await server.ended).toBe(1);
  expect(server.output().trim().split('\n')).toEqual([
    'Impostazione PORT: deve essere un numero intero da 0 a 65535',
    'Impostazione LOG_LEVEL: deve essere uno fra fatal, error, warn, info, debug, trace, silent',
  ]);
});

test('a port in use stops the start with one line', async () => {
  const taken = start();
  await taken.ready();
  settings = {
    ...settings,
    DATA_DIR: join(dataDir, 'other'),
    EMBEDDED_BROKER_PORT: String(await freePort()),
    EMBEDDED_BROKER_SHARED_LOGIN: 'false',
  };
  const server = start();
  expect(await server.ended).toBe(1);
  expect(server.output().trim()).toBe(`La porta ${settings.PORT} è già in uso da un altro programma`);
});
