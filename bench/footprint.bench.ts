// Measures how little the console asks of a machine: the time from its start to the ready line, and its memory with
// 1,000 devices that report.
import { freePort } from '@semaforo/testing/free-port';
import { startConsole, startConsoleWithSignals } from './measured-console.ts';
import { residentMemoryMb } from './process-memory.ts';
import { median, reportFigure } from './report-figure.ts';

const COLD_STARTS = 5;
const COLD_START_LIMIT_MS = 2_000;
const DEVICES = 1_000;
const RSS_LIMIT_MB = 150;
const REPORT_EVERY_MS = 10_000;
/** Full rounds of reports before measuring, so that the server is no longer starting. */
const ROUNDS = 3;

await measureColdStart();
await measureMemory();

async function measureColdStart() {
  const times: number[] = [];
  for (let run = 0; run < COLD_STARTS; run += 1) {
    const server = await startConsole(await freePort());
    times.push(server.startedInMs);
    await server.stop();
  }
  reportFigure({
    name: 'cold_start_ms',
    value: median(times),
    unit: 'ms',
    limit: COLD_START_LIMIT_MS,
    runs: COLD_STARTS,
  });
}

async function measureMemory() {
  const measured = await startConsoleWithSignals({ count: DEVICES, reportEveryMs: REPORT_EVERY_MS });
  await measured.receivedSince(Date.now() + (ROUNDS - 1) * REPORT_EVERY_MS);
  reportFigure({
    name: 'server_rss_1000_devices_mb',
    value: residentMemoryMb(measured.pid),
    unit: 'MB',
    limit: RSS_LIMIT_MB,
  });
  await measured.stop();
}
