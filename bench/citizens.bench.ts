// The moment of a rosso with 10,000 open public pages: how long until all of them show it, how long a page takes while
// they read it again, and whether a command of the operator takes longer than without them.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { foundTown } from '@semaforo/e2e/harness/town';
import { ADMIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import type { Told } from './citizens-readers.ts';
import { median, percentile, reportFigure, reportSlowdown } from './report-figure.ts';

const READERS = 10_000;
const SIGNALS = 12;
const ROUNDS = 6;
const EVENT_TO_ALL_MS = 2000;
const PAGE_P99_MS = 200;
const COMMAND_AT_MOST = 1.1;
const SETTLED_AFTER_MS = 1500;
const SLUG = 'valdombra';

const signals = Array.from({ length: SIGNALS }, (_, index) => `Segnale ${index + 1}`);
const town = await foundTown({ signals, settings: { TRUSTED_PROXIES: '127.0.0.1' } });
const { users } = await town.adminApi('listUsers');
const id = users.find(({ username }) => username !== ADMIN.username)?.id ?? 0;
await town.adminApi('saveUserSetting', {
  params: { id },
  body: { public_page: 'true', public_slug: SLUG },
});
await until('the page is there', async () => (await fetch(`${town.origin}/c/${SLUG}`)).ok, 15_000);

let round = 0;
/** Lights all signals; resolves to when (epoch ms), and how long it took until all confirmed it. */
async function light(): Promise<{ confirmedAt: number; tookMs: number }> {
  round += 1;
  const startedAt = performance.now();
  await town.api('sendCommand', { body: { command: round % 2 === 1 ? 'rosso' : 'verde' } });
  return { confirmedAt: Date.now(), tookMs: performance.now() - startedAt };
}
const pause = () => new Promise((resolve) => setTimeout(resolve, SETTLED_AFTER_MS));

const alone: number[] = [];
for (let run = 0; run < ROUNDS; run += 1) {
  alone.push((await light()).tookMs);
  await pause();
}

const readers = fork(fileURLToPath(new URL('./citizens-readers.ts', import.meta.url)), [
  town.origin,
  SLUG,
  String(READERS),
]);
const failures: string[] = [];
const told: Told[] = [];
let isOpen = false;
readers.on('message', (message: Told | { kind: 'open' } | { kind: 'failed'; reason: string }) => {
  if (message.kind === 'open') isOpen = true;
  else if (message.kind === 'failed') failures.push(message.reason);
  else told.push(message);
});
await until('all pages are open', () => isOpen, 120_000);

const beside: number[] = [];
const toAll: number[] = [];
const reads: number[] = [];
for (let run = 0; run < ROUNDS; run += 1) {
  const { confirmedAt, tookMs } = await light();
  beside.push(tookMs);
  await until('all have read it again', () => told.length > run, 120_000);
  const { at = [], readsMs = [] } = told[run] ?? {};
  toAll.push(Math.max(...at) - confirmedAt);
  reads.push(...readsMs);
  await pause();
}
readers.send('end');
await once(readers, 'exit');
await town.stop();
if (failures.length > 0) throw new Error(`${failures.length} readers failed: ${failures[0]}`);

reportFigure({
  name: `citizens_${READERS}_event_to_all_ms`,
  value: Math.max(...toAll),
  unit: 'ms',
  limit: EVENT_TO_ALL_MS,
  runs: ROUNDS,
});
reportFigure({
  name: `citizens_${READERS}_page_p99_ms`,
  value: percentile(reads, 99),
  unit: 'ms',
  limit: PAGE_P99_MS,
  runs: reads.length,
});
reportSlowdown({
  name: `citizens_${READERS}_command`,
  oursMs: median(beside),
  referenceMs: median(alone),
  atMost: COMMAND_AT_MOST,
});
