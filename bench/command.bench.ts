// Measures the time from an operator's click to the confirmed lamps: all of POST /api/devices/command, with the
// durable intent and the devices' own reports.
import { SIGNAL_COLOURS } from '@semaforo/contract/domain/signal-colour';
import { type MeasuredConsole, startConsoleWithSignals } from './measured-console.ts';
import { median, reportFigure } from './report-figure.ts';

const REPORT_EVERY_MS = 60_000;
/** The confirmation window (docs/rules.md#confirmation-window): beyond it a device counts as not confirmed. */
const CONFIRMATION_WINDOW_MS = 5_000;

await measureCommand({ devices: 1, runs: 20 });
await measureCommand({ devices: 1_000, runs: 5 });

async function measureCommand({ devices, runs }: { devices: number; runs: number }) {
  const measured = await startConsoleWithSignals({ count: devices, reportEveryMs: REPORT_EVERY_MS });
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) times.push(await timeCommand(measured, run));
  reportFigure({
    name: `command_confirmed_${devices}_devices_ms`,
    value: median(times),
    unit: 'ms',
    limit: CONFIRMATION_WINDOW_MS,
    runs,
  });
  await measured.stop();
}

async function timeCommand({ api }: MeasuredConsole, run: number): Promise<number> {
  const command = SIGNAL_COLOURS[run % SIGNAL_COLOURS.length] ?? 'verde';
  const startedAt = performance.now();
  const { results } = await api('sendCommand', { body: { command } });
  const elapsed = performance.now() - startedAt;
  const failed = results.filter(({ error }) => error !== null);
  if (failed.length > 0) throw new Error(`${failed.length} devices did not confirm: ${failed[0]?.error}`);
  return elapsed;
}
