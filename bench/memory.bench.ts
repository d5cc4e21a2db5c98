// Measures the resident memory of the console with no devices and with up to 80,000, after reports of many of them and
// after readings by an admin and by an operator, beside that of a Node with nothing to do.
// `-- --devices N` measures one of the sizes only.
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { residentMemoryMb } from './process-memory.ts';
import { processorSeconds } from './process-time.ts';
import { reportFigure, reportGrowth } from './report-figure.ts';
import { type SeededConsole, startSeededConsole } from './seeded-console.ts';
import { startSpeaking } from './speaking-signals.ts';
import { readTimed } from './timed-reading.ts';

const SIZES = [
  { signals: 0, limit: 110 },
  { signals: 1_000, limit: 140 },
  { signals: 10_000, limit: 200 },
  { signals: 80_000, limit: 450 },
];
const DEVICES_PER_OPERATOR = 10;
const TRAFFIC_MS = 30_000;
const READ_EVERY_MS = 5_000;
/** V8 gives back what it took over some seconds. */
const SETTLING_MS = 20_000;

const idle = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)']);
const reference = await bareMemoryMb(idle);
const memory = new Map<number, number>();
const { devices } = parseArgs({ options: { devices: { type: 'string' } } }).values;
const chosen = SIZES.filter(({ signals }) => devices === undefined || signals === Number(devices));
for (const { signals, limit } of chosen) {
  const measured = await startSeededConsole({ signals, operators: signals / DEVICES_PER_OPERATOR });
  const atRest = residentMemoryMb(measured.pid);
  await useFor(TRAFFIC_MS, measured);
  const value = residentMemoryMb(measured.pid);
  memory.set(signals, value);
  reportFigure({ name: `memory_${signals}_after_start_mb`, value: atRest, unit: 'MB' });
  reportFigure({ name: `memory_${signals}_after_traffic_mb`, value, unit: 'MB', limit, reference });
  await measured.stop();
}
idle.kill();

const empty = memory.get(0) ?? 0;
const perDevice = (signals: number) => ((memory.get(signals) ?? 0) - empty) / signals;
const large = chosen.filter(({ signals }) => signals >= 10_000);
if (devices === undefined) {
  reportGrowth(
    'growth_memory',
    large.map(({ signals }) => ({ devices: signals, perDevice: perDevice(signals) })),
  );
}

async function useFor(durationMs: number, measured: SeededConsole) {
  const { signals, brokerPort, origin, admin } = measured;
  const topics = signals.map(({ topic }) => topic);
  const stop = topics.length > 0 ? await startSpeaking({ brokerPort, topics }) : () => Promise.resolve();
  for (let past = 0; past < durationMs; past += READ_EVERY_MS) {
    for (const path of ['/api/device-status', '/api/commands/history']) {
      await readTimed(origin + path, { authorization: `Bearer ${admin.token}`, 'accept-encoding': 'gzip' });
    }
    await delay(READ_EVERY_MS);
  }
  await stop();
  const used = processorSeconds(measured.pid);
  await delay(SETTLING_MS);
  if (processorSeconds(measured.pid) - used > SETTLING_MS / 2000) console.error('the server was not at rest');
}

async function bareMemoryMb({ pid = 0 }: ChildProcess): Promise<number> {
  await delay(1000);
  return residentMemoryMb(pid);
}
