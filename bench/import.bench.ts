// Imports as many signals as Italy has Comuni. Measures how long that takes, and how long other calls wait meanwhile.
import { logIn } from '@semaforo/client';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { startConsole } from './measured-console.ts';
import { reportFigure } from './report-figure.ts';

const LINES = 8_000;
const IMPORT_LIMIT_MS = 10_000;
const WAIT_LIMIT_MS = 500;

const server = await startConsole(await freePort());
const admin = await logIn(server, ADMIN);
const lines = Array.from(
  { length: LINES },
  (_, index) => `Comune d'Italia ${index},/3/comune/s${index},semaforo,"44,${index}",12.5,${ADMIN.username}`,
);
const table = ['name,topic,type,latitude,longitude,username', ...lines].join('\n');

const progress = { isImporting: true };
const startedAt = performance.now();
const imported = admin('importDevices', { body: table }).finally(() => {
  progress.isImporting = false;
});
const waits: number[] = [];
while (progress.isImporting) {
  const requestedAt = performance.now();
  await admin('getMe');
  waits.push(performance.now() - requestedAt);
}
const { created } = await imported;
const tookMs = performance.now() - startedAt;
if (created !== LINES) throw new Error(`${created} of ${LINES} devices were created`);
await server.stop();

reportFigure({ name: `import_${LINES}_devices_ms`, value: tookMs, unit: 'ms', limit: IMPORT_LIMIT_MS });
reportFigure({
  name: `import_${LINES}_devices_longest_other_call_ms`,
  value: Math.max(...waits),
  unit: 'ms',
  limit: WAIT_LIMIT_MS,
});
