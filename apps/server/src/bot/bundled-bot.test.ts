import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeTelegram, startFakeTelegram } from '../../test/fake-telegram.ts';
import { freePort } from '../../test/free-port.ts';
import { ADMIN, callerOf, logIn } from '../../test/running-app.ts';
import { type ServerProcess, spawnServer } from '../../test/server-process.ts';
import { until } from '../../test/until.ts';

const SERVER_ROOT = join(import.meta.dirname, '../..');
/** In the folder of the real bundle, because packages that are not bundled are found from there. */
const BUNDLE = join(SERVER_ROOT, 'dist/bundled-bot-test.js');

let fake: FakeTelegram;
let dataDir: string;
let server: ServerProcess;

beforeEach(async () => {
  execFileSync(process.execPath, ['build.mjs', '--outfile', BUNDLE], { cwd: SERVER_ROOT, stdio: 'pipe' });
  fake = await startFakeTelegram();
  dataDir = mkdtempSync(join(tmpdir(), 'semaforo-bundled-'));
});
afterEach(async () => {
  server.child.kill('SIGKILL');
  await server.ended;
  await fake.stop();
  rmSync(dataDir, { recursive: true, force: true });
  for (const file of [BUNDLE, `${BUNDLE}.map`, `${BUNDLE}.LEGAL.txt`]) rmSync(file, { force: true });
});

test('the bot of the built server answers, survives a lost network and never prints its token', async () => {
  server = spawnServer(
    {
      ...fake.settings,
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      EMBEDDED_BROKER_PORT: '0',
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'info',
    },
    BUNDLE,
  );
  const url = await server.ready();
  const call = callerOf(url, await logIn(url, ADMIN));
  const untilRunning = (expected: boolean) =>
    until(`running is ${expected}`, async () => {
      const { body } = await call('GET', '/api/telegram/status');
      return (body as { running: boolean }).running === expected;
    });

  await untilRunning(true);
  fake.write('/aiuto', { id: 42 });
  await until('it has answered', () => fake.textsTo(42).length === 1);
  await fake.goDown();
  await untilRunning(false);
  await fake.comeBack();
  await untilRunning(true);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(server.printed()).toContain('telegram bot not running');
  expect(server.printed()).not.toContain(fake.settings.TELEGRAM_BOT_TOKEN.split(':')[1]);
});
