// Shows 10,000 cards on the dashboard in a browser while devices report 500 times a second. Measures the longest time
// that the page is busy without a pause, while it opens and while it is scrolled, and how many frames it draws a second
// while it is scrolled, beside those of the same page with nothing to do.
import { importSignals, placedSignals } from '@semaforo/e2e/harness/many-signals';
import { freePort } from '@semaforo/testing/free-port';
import { startConsole } from './measured-console.ts';
import { reportFigure } from './report-figure.ts';
import { countFrames } from './scrolled-frames.ts';
import { startSpeaking } from './speaking-signals.ts';
import { openWatchedPage } from './watched-page.ts';

const CARDS = 10_000;
const LONG_TASK_LIMIT_MS = 100;
const FRAMES_AT_LEAST = 55;
const SCROLL_MS = 5_000;

const port = await freePort();
const measured = await startConsole(port);
const signals = placedSignals(CARDS);
await importSignals(measured.origin, signals);
const { page, watched, close } = await openWatchedPage(measured.origin);
await page.goto(`${measured.origin}/dashboard`);
await page.locator('article').first().waitFor();
const opening = (await watched()).longTasksMs;
const reference = await countFrames(page, { forMs: SCROLL_MS, byPx: 0 });
const stopSpeaking = await startSpeaking({ brokerPort: port, topics: signals.map(({ topic }) => topic) });
const frames = await countFrames(page, { forMs: SCROLL_MS, byPx: 60 });
const scrolling = (await watched()).longTasksMs.slice(opening.length);
await stopSpeaking();

const name = `dashboard_${CARDS}`;
reportLongest(`${name}_longest_task_at_opening_ms`, opening);
reportLongest(`${name}_longest_task_scrolled_live_ms`, scrolling);
reportFigure({
  name: `${name}_frames_a_second_scrolled_live`,
  value: frames,
  unit: 'frames',
  atLeast: FRAMES_AT_LEAST,
  reference,
});
await close();
await measured.stop();

function reportLongest(figure: string, longTasksMs: readonly number[]) {
  reportFigure({ name: figure, value: Math.max(0, ...longTasksMs), unit: 'ms', limit: LONG_TASK_LIMIT_MS });
}
