import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { logIn } from '@semaforo/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findTestPrograms } from '../packages/testing/src/machine.mjs';

const ADMIN = { username: 'admin', password: 'cartella-di-prova-7' };
const SERVER = join(import.meta.dirname, '../apps/server/dist/main.js');
const { otherNodes } = findTestPrograms();

let dataDir;
let server;
let warnings;

beforeEach(() => {
  warnings = [];
  dataDir = mkdtempSync(join(tmpdir(), 'semaforo-folder-'));
});

afterEach(() => {
  server?.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

test.skipIf(otherNodes.length === 0)(
  'a data folder is read and written by each Node in turn and by the first one again, without a warning',
  async () => {
    const topics = [];
    for (const node of [process.execPath, ...otherNodes, process.execPath]) {
      const admin = await logIn({ origin: await start(node) }, ADMIN);
      const topic = `/3/val/node-${topics.length}`;
      await admin('createDevice', { body: { topic, type: 'semaforo', userId: (await admin('getMe')).id } });
      topics.push(topic);
      const { devices } = await admin('listDevices');
      expect(devices.map((device) => device.topic).sort()).toEqual([...topics].sort());
      await stop();
      expect(warnings, `with ${node}`).toEqual([]);
    }
  },
);

/** Starts the server with that Node on the folder; resolves to its address. */
async function start(node) {
  server = spawn(node, [SERVER], {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      EMBEDDED_BROKER_PORT: '0',
      ADMIN_PASSWORD: ADMIN.password,
      // The warnings meant here are Node's: the server may say that the machine is busy.
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  server.stderr.on('data', (chunk) => warnings.push(chunk.toString()));
  for await (const line of createInterface({ input: server.stdout })) {
    const [, origin] = /^Semaforo pronto su (http:\S+)/.exec(line) ?? [];
    if (origin) return origin;
  }
  throw new Error('the server ended before it was ready');
}

async function stop() {
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  const [code] = await ended;
  expect(code).toBe(0);
}
