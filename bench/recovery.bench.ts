// Measures how soon a server that was killed during a command is ready again, with the command still to finish.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logIn } from '@semaforo/client';
import { embeddedBrokerSettings } from '@semaforo/testing/broker-settings';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { BUILT_SERVER, spawnServer } from '@semaforo/testing/server-process';
import { until } from '@semaforo/testing/until';
import { median, reportFigure } from './report-figure.ts';

const RUNS = 5;
const SIGNALS = 100;
const BACK_WITHIN_MS = 3_000;

const dataDir = mkdtempSync(join(tmpdir(), 'semaforo-bench-'));
const settings = {
  DATA_DIR: dataDir,
  PORT: String(await freePort()),
  ADMIN_PASSWORD: ADMIN.password,
  ...embeddedBrokerSettings(await freePort()),
};
let server = spawnServer(settings, BUILT_SERVER);
const admin = await logIn({ origin: await server.ready() }, ADMIN);
const { id: userId } = await admin('getMe');
for (let number = 1; number <= SIGNALS; number += 1) {
  await admin('createDevice', { body: { topic: `/3/ritorno/s${number}`, type: 'semaforo', userId } });
}

const times: number[] = [];
for (let run = 0; run < RUNS; run += 1) {
  // No device answers, so the command is under way until the server is killed.
  const command = admin('sendCommand', { body: { command: run % 2 === 0 ? 'rosso' : 'giallo' } });
  const cut = command.catch(() => 'cut');
  await until('the command is under way', async () => {
    const records = await admin('listDeviceStatuses');
    return records.every(({ pending }) => pending !== null);
  });
  await server.end('SIGKILL');
  await cut;
  const killedAt = performance.now();
  server = spawnServer(settings, BUILT_SERVER);
  await server.ready();
  times.push(performance.now() - killedAt);
}
await server.end('SIGTERM');
rmSync(dataDir, { recursive: true, force: true });

reportFigure({
  name: 'back_after_kill_in_a_command_ms',
  value: median(times),
  unit: 'ms',
  limit: BACK_WITHIN_MS,
  runs: RUNS,
});
