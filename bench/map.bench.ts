// The map of a large province in a browser: how soon the first clusters are there after the data, and the longest that the page was busy at a
// stretch, while it opens and while devices speak.
import { chromium } from '@playwright/test';
import { findFreePort } from '@semaforo/e2e/harness/free-port';
import { importSignals, placedSignals } from '@semaforo/e2e/harness/many-signals';
import { ADMIN } from '@semaforo/e2e/harness/server-process';
import { createBrokerConnection } from '@semaforo/simulator/broker-connection';
import { BROKER_LOGIN, startConsole } from './measured-console.ts';
import { type PageWatch, watchPage } from './page-watch.ts';
import { median, reportFigure } from './report-figure.ts';

const DEVICES = 80_000;
const RUNS = 5;
const FIRST_CLUSTERS_LIMIT_MS = 600;
const LONG_TASK_LIMIT_MS = 100;
const LIVE_MS = 5_000;
const LIVE_EVERY_MS = 20;
const LIVE_AT_ONCE = 10;

const port = await findFreePort();
const measured = await startConsole(port);
const signals = placedSignals(DEVICES);
await importSignals(measured.origin, signals);
const broker = createBrokerConnection({
  broker: { host: '127.0.0.1', port, ...BROKER_LOGIN },
  topics: [],
  onJoined: () => Promise.resolve(),
  onMessage: () => undefined,
  onTrouble: (reason) => console.error(reason),
});
await broker.start();

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
await page.route(/tile\.openstreetmap\.org/, (route) => route.abort());
await page.addInitScript(watchPage);
await page.goto(`${measured.origin}/login`);
await page.getByLabel('Username').fill(ADMIN.username);
await page.getByLabel('Password').first().fill(ADMIN.password);
await page.getByRole('button', { name: 'Accedi' }).click();
await page.waitForURL(`${measured.origin}/dashboard`);

const firstClusters: number[] = [];
const longestOpening: number[] = [];
for (let run = 0; run < RUNS; run += 1) {
  await page.goto(`${measured.origin}/map`);
  await page.locator('.cluster').first().waitFor();
  await page.waitForTimeout(1_000);
  const { readAtMs, clustersAtMs, longTasksMs } = await watched();
  firstClusters.push(clustersAtMs - readAtMs);
  longestOpening.push(Math.max(0, ...longTasksMs));
}
reportFigure({
  name: 'map_80000_first_clusters_after_data_ms',
  value: median(firstClusters),
  unit: 'ms',
  limit: FIRST_CLUSTERS_LIMIT_MS,
  runs: RUNS,
});
reportFigure({
  name: 'map_80000_longest_task_at_opening_ms',
  value: median(longestOpening),
  unit: 'ms',
  limit: LONG_TASK_LIMIT_MS,
  runs: RUNS,
});

const opened = (await watched()).longTasksMs.length;
let spoken = 0;
const speaking = setInterval(() => {
  for (let each = 0; each < LIVE_AT_ONCE; each += 1, spoken += 1) {
    const { topic = '' } = signals[(spoken * 7_919) % DEVICES] ?? {};
    broker.publish({ topic: `${topic}/out${(spoken % 4) + 1}`, payload: '1', retain: false });
  }
}, LIVE_EVERY_MS);
await page.waitForTimeout(LIVE_MS);
clearInterval(speaking);
const live = (await watched()).longTasksMs.slice(opened);
reportFigure({
  name: 'map_80000_longest_task_live_ms',
  value: Math.max(0, ...live),
  unit: 'ms',
  limit: LONG_TASK_LIMIT_MS,
});

await browser.close();
await broker.stop();
await measured.stop();

function watched(): Promise<PageWatch> {
  return page.evaluate(() => globalThis.pageWatch);
}
