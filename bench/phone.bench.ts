// Opens the dashboard of 20 signals on a phone: a processor four times slower than this one, and a network of 1.6 Mb/s
// that answers after 150 ms. Measures when the first lamp is drawn: with nothing stored, then from the service worker.
import { setTimeout as delay } from 'node:timers/promises';
import { type BrowserContext, chromium } from '@playwright/test';
import { createClient } from '@semaforo/client';
import { importSignals, placedSignals } from '@semaforo/e2e/harness/many-signals';
import { CHROMIUM } from '@semaforo/testing/chromium';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { until } from '@semaforo/testing/until';
import { startConsole } from './measured-console.ts';
import { watchPage } from './page-watch.ts';
import { median, reportFigure } from './report-figure.ts';

const SIGNALS = 20;
const RUNS = 5;
const COLD_LIMIT_MS = 3_000;
const STORED_LIMIT_MS = 1_000;
const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};
const SLOWER_PROCESSOR = 4;
const BYTES_PER_S = 1_600_000 / 8;
const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: BYTES_PER_S,
  uploadThroughput: BYTES_PER_S / 2,
};

const CHECK_EVERY_MS = 500;
/** The worker is installed some seconds after the log-in. */
const STORED_WITHIN_MS = 60_000;

const measured = await startConsole(await freePort());
await importSignals(measured.origin, placedSignals(SIGNALS));
const { accessToken } = await createClient(measured)('logIn', { body: ADMIN });
const browser = await chromium.launch(CHROMIUM);
const cold: number[] = [];
const stored: number[] = [];
for (let run = 0; run < RUNS; run += 1) {
  const context = await browser.newContext(PHONE);
  await context.addInitScript(watchPage);
  await context.addInitScript((token) => localStorage.setItem('accessToken', token), accessToken);
  cold.push(await firstLampMs(context));
  stored.push(await firstLampMs(context));
  await context.close();
}
report('phone_first_lamp_cold_ms', cold, COLD_LIMIT_MS);
report('phone_first_lamp_from_service_worker_ms', stored, STORED_LIMIT_MS);
await browser.close();
await measured.stop();

/** Opens the dashboard in a new page; resolves once the service worker has stored the console, too. */
async function firstLampMs(context: BrowserContext): Promise<number> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
  await page.goto(`${measured.origin}/dashboard`);
  // Asked seldom: looking for the lamp from here would take its share of the slow processor.
  await until('a lamp is drawn', async () => {
    await delay(CHECK_EVERY_MS);
    return page.evaluate(() => globalThis.pageWatch.lampAtMs > 0);
  });
  const lampAtMs = await page.evaluate(() => globalThis.pageWatch.lampAtMs);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await until('the service worker has stored the console', () => page.evaluate(isStored), STORED_WITHIN_MS);
  await page.close();
  return lampAtMs;
}

function report(name: string, times: readonly number[], limit: number) {
  reportFigure({ name, value: median(times), unit: 'ms', limit, runs: RUNS });
}

/** Runs in the page. */
async function isStored(): Promise<boolean> {
  const names = await caches.keys();
  return navigator.serviceWorker.controller !== null && names.includes('semaforo-states');
}
