// Shows the map of a large province in a browser. Measures how soon after the data the first clusters are drawn, and
// the longest time that the page is busy without a pause, while it opens and while devices report; and how many frames
// it draws a second while it is moved.

import { importSignals, placedSignals } from '@semaforo/e2e/harness/many-signals';
import { freePort } from '@semaforo/testing/free-port';
import { startConsole } from './measured-console.ts';
import { median, reportFigure } from './report-figure.ts';
import { countFrames } from './scrolled-frames.ts';
import { startSpeaking } from './speaking-signals.ts';
import { openWatchedPage } from './watched-page.ts';

const DEVICES = 80_000;
const RUNS = 5;
const FIRST_CLUSTERS_LIMIT_MS = 600;
const LONG_TASK_LIMIT_MS = 100;
const SETTLING_MS = 1_000;
const LIVE_MS = 5_000;
const FRAMES_AT_LEAST = 55;
const MOVE_EVERY_MS = 250;

const port = await freePort();
const measured = await startConsole(port);
const signals = placedSignals(DEVICES);
await importSignals(measured.origin, signals);
const { page, watched, close } = await openWatchedPage(measured.origin);

const firstClusters: number[] = [];
const longest: number[] = [];
for (let run = 0; run < RUNS; run += 1) {
  await page.goto(`${measured.origin}/map`);
  await page.locator('[data-cluster]').first().waitFor();
  await page.waitForTimeout(SETTLING_MS);
  const { readAtMs, clustersAtMs, longTasksMs } = await watched();
  firstClusters.push(clustersAtMs - readAtMs);
  longest.push(Math.max(0, ...longTasksMs));
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
  value: median(longest),
  unit: 'ms',
  limit: LONG_TASK_LIMIT_MS,
  runs: RUNS,
});

const opening = (await watched()).longTasksMs;
const stillFrames = await countFrames(page, { forMs: LIVE_MS, byPx: 0 });
const stopSpeaking = await startSpeaking({ brokerPort: port, topics: signals.map(({ topic }) => topic) });
await page.waitForTimeout(LIVE_MS);
reportFigure({
  name: 'map_80000_longest_task_live_ms',
  value: Math.max(0, ...(await watched()).longTasksMs.slice(opening.length)),
  unit: 'ms',
  limit: LONG_TASK_LIMIT_MS,
});

const counted = countFrames(page, { forMs: LIVE_MS, byPx: 0 });
await page.getByRole('region', { name: 'Mappa dei dispositivi' }).focus();
for (let past = 0; past < LIVE_MS; past += MOVE_EVERY_MS) {
  await page.keyboard.press(past < LIVE_MS / 2 ? 'ArrowRight' : 'ArrowLeft');
  await page.waitForTimeout(MOVE_EVERY_MS);
}
reportFigure({
  name: 'map_80000_frames_a_second_moved_live',
  value: await counted,
  unit: 'frames',
  atLeast: FRAMES_AT_LEAST,
  reference: stillFrames,
});

await stopSpeaking();
await close();
await measured.stop();
