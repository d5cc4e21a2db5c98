// Measures the time from an operator's click to the confirmed lamps: all of POST /api/devices/command, with the
// durable intent and the devices' own reports, beside a bare MQTT client that commands as many devices.
import { SIGNAL_COLOURS } from '@semaforo/contract/domain/signal-colour';
import { startBareLoop } from './bare-loop.ts';
import { type MeasuredConsole, startConsoleWithSignals } from './measured-console.ts';
import { median, reportSlowdown } from './report-figure.ts';

const REPORT_EVERY_MS = 60_000;

await measureCommand({ devices: 1, runs: 40, atMost: 5 });
await measureCommand({ devices: 1_000, runs: 6, atMost: 1.5 });
await measureCommand({ devices: 10_000, runs: 3, atMost: 1.5 });

/** Measures the two in turn, so that a slower moment of the machine affects both. */
async function measureCommand({ devices, runs, atMost }: { devices: number; runs: number; atMost: number }) {
  const measured = await startConsoleWithSignals({ count: devices, reportEveryMs: REPORT_EVERY_MS });
  const keys = (await measured.api('listDevices')).devices.map(({ topic }) => topic);
  const bare = await startBareLoop(keys);
  const ours: number[] = [];
  const reference: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    ours.push(await timeCommand(measured, colourOf(2 * run)));
    // One signal: the quickest that an answer can be. Many: the same messages that the command needs.
    const loop = devices === 1 ? bare.lightOnly : bare.light;
    reference.push(await loop(keys, colourOf(2 * run + 1)));
    if (devices === 1) await bare.light(keys, colourOf(2 * run + 1));
  }
  const names = { name: `command_confirmed_${devices}_devices`, atMost };
  reportSlowdown({ ...names, oursMs: median(ours), referenceMs: median(reference) });
  await bare.stop();
  await measured.stop();
}

function colourOf(run: number) {
  return SIGNAL_COLOURS[run % SIGNAL_COLOURS.length] ?? 'verde';
}

async function timeCommand(
  { api }: MeasuredConsole,
  command: (typeof SIGNAL_COLOURS)[number],
): Promise<number> {
  const startedAt = performance.now();
  const { results } = await api('sendCommand', { body: { command } });
  const elapsed = performance.now() - startedAt;
  const failed = results.filter(({ error }) => error !== null);
  if (failed.length > 0) throw new Error(`${failed.length} devices did not confirm: ${failed[0]?.error}`);
  return elapsed;
}
