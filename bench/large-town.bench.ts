// Shows a town of 10,000 signals in a browser. Measures the longest time that the page is busy without a pause while
// each screen opens, is scrolled and gets reports, and how many elements the page then holds.

import { importSignals, placedSignals } from '@semaforo/e2e/harness/many-signals';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { startConsole } from './measured-console.ts';
import { reportFigure } from './report-figure.ts';
import { startSpeaking } from './speaking-signals.ts';
import { openWatchedPage } from './watched-page.ts';

const DEVICES = 10_000;
const LONG_TASK_LIMIT_MS = 100;
const ELEMENTS_LIMIT = 5_000;
const SCROLLS = 40;
const SCROLL_PX = 900;
const SCROLL_EVERY_MS = 50;

const port = await freePort();
const measured = await startConsole(port);
const signals = placedSignals(DEVICES);
await importSignals(measured.origin, signals);
const { page, watched, close } = await openWatchedPage(measured.origin);
const stopSpeaking = await startSpeaking({ brokerPort: port, topics: signals.map(({ topic }) => topic) });

for (const { path, shown } of [
  { path: 'dashboard', shown: 'article' },
  { path: 'devices', shown: 'tr[data-index]' },
  { path: 'gestisci', shown: 'table' },
]) {
  await page.goto(`${measured.origin}/${path}`);
  await page.locator(shown).first().waitFor();
  if (path === 'gestisci')
    await page.getByRole('button', { name: ADMIN.username, exact: true }).last().click();
  const opening = (await watched()).longTasksMs;
  await page.mouse.move(640, 600);
  for (let scroll = 0; scroll < SCROLLS; scroll += 1) {
    await page.mouse.wheel(0, SCROLL_PX);
    await page.waitForTimeout(SCROLL_EVERY_MS);
  }
  const scrolling = (await watched()).longTasksMs.slice(opening.length);
  const elements = await page.locator('*').count();
  reportLongest(`${path}_10000_longest_task_at_opening_ms`, opening);
  reportLongest(`${path}_10000_longest_task_scrolled_live_ms`, scrolling);
  reportFigure({ name: `${path}_10000_elements`, value: elements, unit: 'elements', limit: ELEMENTS_LIMIT });
}

await stopSpeaking();
await close();
await measured.stop();

function reportLongest(name: string, longTasksMs: readonly number[]) {
  reportFigure({ name, value: Math.max(0, ...longTasksMs), unit: 'ms', limit: LONG_TASK_LIMIT_MS });
}
