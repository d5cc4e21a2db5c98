// Draws where the microseconds of a report and of a command go, in the server's main thread and in that of its broker,
// as flame graphs: `npm run bench -- flames [--into docs/images]`.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openLiveSocket } from '@semaforo/client/live-socket';
import { SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';
import { drawFlames } from './draw-flames.ts';
import { type MeasuredConsole, startConsoleWithSignals } from './measured-console.ts';
import { reportFigure } from './report-figure.ts';
import { createReportSource } from './report-source.ts';

const { values } = parseArgs({ options: { into: { type: 'string', default: 'docs/images' } } });
const DEVICES = 1000;
const REPORTS = 160_000;
const COMMANDS = 8;
const REPORT_EVERY_MS = 300_000;
const THREADS = { 0: 'main', 2: 'broker' } as const;

await profile('report', async ({ brokerPort, keys, origin, api }) => {
  const source = createReportSource({ brokerPort, keys });
  const page = openLiveSocket({ origin, token: api.token ?? '', batch: true });
  page.on('mqtt_messages', (messages) => source.received(messages.map(({ topic }) => topic)));
  await source.start();
  await source.report(REPORTS);
  page.close();
  await source.stop();
  return REPORTS;
});
await profile('command', async ({ owner, page }) => {
  for (let run = 0; run < COMMANDS; run += 1) {
    const command = SIGNAL_COLORS[run % SIGNAL_COLORS.length] ?? 'verde';
    const { commandId } = await owner('sendCommand', { body: { command } });
    await page.untilEnded(commandId);
  }
  return COMMANDS * DEVICES;
});

/** Profiles that work, which resolves to how many units it did, and draws a picture for each thread. */
async function profile(unit: 'report' | 'command', work: (measured: MeasuredConsole) => Promise<number>) {
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-flames-'));
  const flags = ['--cpu-prof', '--cpu-prof-interval=250', `--cpu-prof-dir=${folder}`];
  const measured = await startConsoleWithSignals({ count: DEVICES, reportEveryMs: REPORT_EVERY_MS, flags });
  const startedAt = performance.now();
  const many = await work(measured);
  await measured.stop();
  const lastMs = performance.now() - startedAt;
  for (const [thread, name] of Object.entries(THREADS)) {
    const file = readdirSync(folder).find((found) => found.split('.').at(-3) === thread);
    if (file === undefined) continue;
    const what = unit === 'command' ? 'device commanded' : unit;
    const title = `${name} thread, ${DEVICES} devices`;
    const drawn = drawFlames(join(folder, file), { title, lastMs, many, unit: what });
    writeFileSync(join(values.into, `flames-${unit}-${name}.svg`), drawn);
  }
  rmSync(folder, { recursive: true });
  reportFigure({ name: `flames_${unit}`, value: lastMs, unit: 'ms', runs: many });
}
