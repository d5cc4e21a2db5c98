import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logIn } from '@semaforo/client';
import { ADMIN } from '@semaforo/testing/credentials';
import { type FakeTelegram, startFakeTelegram } from '@semaforo/testing/fake-telegram';
import { freePort } from '@semaforo/testing/free-port';
import type { ServerProcess } from '@semaforo/testing/server-process';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { spawnBundledServer } from '../../test/bundled-server.ts';

let fake: FakeTelegram;
let dataDir: string;
let server: ServerProcess;

beforeEach(async () => {
  fake = await startFakeTelegram();
  dataDir = mkdtempSync(join(tmpdir(), 'semaforo-bundled-'));
});
afterEach(async () => {
  await server.end('SIGKILL');
  await fake.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('the bot of the built server answers, survives a lost network and never prints its token', async () => {
  server = spawnBundledServer({
    ...fake.settings,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    EMBEDDED_BROKER_PORT: '0',
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'info',
  });
  const admin = await logIn({ origin: await server.ready() }, ADMIN);
  const untilRunning = (expected: boolean) =>
    until(`running is ${expected}`, async () => (await admin('getBotStatus')).running === expected);

  await untilRunning(true);
  fake.write('/aiuto', { id: 42 });
  await until('it has answered', () => fake.textsTo(42).length === 1);
  await fake.goDown();
  await untilRunning(false);
  await fake.comeBack();
  await untilRunning(true);
  expect(await server.end('SIGTERM')).toBe(0);
  expect(server.output()).toContain('telegram bot not running');
  expect(server.output()).not.toContain(fake.settings.TELEGRAM_BOT_TOKEN.split(':')[1]);
});
