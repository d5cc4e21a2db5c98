// Measures one command to 1,000, 10,000 and 80,000 devices, from the click until each has confirmed, while the devices
// report as ever. The reference is a bare MQTT client that commands as many devices of its own, on a broker of its own.
// During the command to 80,000 it also measures what others notice: the health check, an open page, and another Comune
// that commands its one signal. `npm run bench -- bulk-command` measures all sizes; BENCH_SIZES=1000 some.
import { SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';
import { startBareBroker, startBareLoop } from './bare-loop.ts';
import { type MeasuredConsole, startConsoleWithSignals } from './measured-console.ts';
import { startObservers } from './observers.ts';
import { processorSeconds } from './process-time.ts';
import { median, percentile, reportFigure, reportGrowth, reportSlowdown } from './report-figure.ts';

/** As often as devices of this kind report. */
const REPORT_EVERY_MS = 300_000;
const AT_MOST = 1.3;
const RUNS: Record<number, number> = { 1000: 6, 10000: 3, 80000: 2 };
const WATCHED_FROM = 80_000;
const HEALTH_LIMIT_MS = 200;
const NEIGHBOUR_LIMIT_MS = 1000;
const PROGRESS_LIMIT_MS = 1000;

const sizes = (process.env.BENCH_SIZES ?? '1000,10000,80000').split(',').map(Number);
const costs: { devices: number; perDevice: number }[] = [];
for (const devices of sizes) costs.push({ devices, perDevice: await measure(devices) });
reportGrowth('growth_bulk-command', costs);

/** Measures the two in turn; resolves to the processor seconds of the server per device. */
async function measure(devices: number): Promise<number> {
  const measured = await startConsoleWithSignals({ count: devices, reportEveryMs: REPORT_EVERY_MS });
  const bare = await startBareLoop(measured.keys, await startBareBroker(devices), REPORT_EVERY_MS);
  const observers = devices >= WATCHED_FROM ? await startObservers(measured) : undefined;
  const times: Record<'ours' | 'bare' | 'processor', number[]> = { ours: [], bare: [], processor: [] };
  const runs = RUNS[devices] ?? 2;
  let unconfirmed = 0;
  for (let run = 0; run < runs; run += 1) {
    const before = processorSeconds(measured.pid);
    observers?.watch();
    const { ms, failures } = await time(measured, colorOf(2 * run));
    times.ours.push(ms);
    unconfirmed += failures.length;
    if (failures[0] !== undefined) console.error(failures[0]);
    observers?.pause();
    times.processor.push(processorSeconds(measured.pid) - before);
    times.bare.push(await bare.light(measured.keys, colorOf(2 * run + 1)));
  }
  const name = `bulk-command_${devices}`;
  reportSlowdown({ name, oursMs: median(times.ours), referenceMs: median(times.bare), atMost: AT_MOST });
  reportFigure({ name: `${name}_unconfirmed`, value: unconfirmed, unit: 'devices', limit: 0, runs });
  const [first = 0, second = 1] = times.ours;
  reportSlowdown({ name: `${name}_first_after_start`, oursMs: first, referenceMs: second });
  if (observers) {
    const { healthMs, neighbourMs, progressEveryMs } = observers.noticed();
    const ms = { unit: 'ms' } as const;
    reportFigure({
      name: `${name}_healthz_p99`,
      value: percentile(healthMs, 99),
      limit: HEALTH_LIMIT_MS,
      ...ms,
    });
    reportFigure({
      name: `${name}_other_comune`,
      value: Math.max(...neighbourMs),
      limit: NEIGHBOUR_LIMIT_MS,
      ...ms,
    });
    reportFigure({
      name: `${name}_progress_every`,
      value: percentile(progressEveryMs, 95),
      limit: PROGRESS_LIMIT_MS,
      ...ms,
    });
    await observers.stop();
  }
  await bare.stop();
  await measured.stop();
  return median(times.processor) / devices;
}

function colorOf(run: number) {
  return SIGNAL_COLORS[run % SIGNAL_COLORS.length] ?? 'verde';
}

async function time(measured: MeasuredConsole, color: (typeof SIGNAL_COLORS)[number]) {
  const startedAt = performance.now();
  const { commandId } = await measured.owner('sendCommand', { body: { command: color } });
  const failures = await measured.page.untilEnded(commandId);
  return { ms: performance.now() - startedAt, failures };
}
