// Starts the console on databases with 10,000 and 80,000 devices and measures the time until it is ready, beside that
// of a Node with nothing to do.
import { spawnSync } from 'node:child_process';
import { processorSeconds } from './process-time.ts';
import { median, reportFigure } from './report-figure.ts';
import { startSeededConsole } from './seeded-console.ts';

const SIZES = [
  { signals: 10_000, limit: 2_000 },
  { signals: 80_000, limit: 4_000 },
];
const STARTS = 5;
const DEVICES_PER_OPERATOR = 10;
const MS = 1000;

for (const { signals, limit } of SIZES) {
  const measured = await startSeededConsole({ signals, operators: signals / DEVICES_PER_OPERATOR });
  const ready: number[] = [];
  const processor: number[] = [];
  const bare: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    bare.push(bareStartMs());
    await measured.restart();
    ready.push(measured.startedInMs);
    processor.push(processorSeconds(measured.pid) * MS);
  }
  const name = `start_${signals}`;
  const reference = median(bare);
  reportFigure({
    name: `${name}_ready_ms`,
    value: median(ready),
    unit: 'ms',
    limit,
    runs: STARTS,
    reference,
  });
  reportFigure({ name: `${name}_processor_ms`, value: median(processor), unit: 'ms', runs: STARTS });
  await measured.stop();
}

function bareStartMs(): number {
  const startedAt = performance.now();
  spawnSync(process.execPath, ['--eval', '0']);
  return performance.now() - startedAt;
}
