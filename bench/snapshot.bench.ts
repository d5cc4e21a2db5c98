// Reads the status of all devices over HTTP: in the moment of the start, when the server has written the rows that
// became old, with nothing changed, while states change, and with the tag of what is known already. Each time is
// compared with that of a bare server that sends the same bytes, read in turn. `-- --devices N` measures one size only.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '@semaforo/testing/free-port';
import { spawnTool } from './child-tool.ts';
import { longestTurnMs } from './long-turns.ts';
import { processorSeconds } from './process-time.ts';
import { median, reportFigure, reportSlowdown } from './report-figure.ts';
import { type SeededConsole, startSeededConsole } from './seeded-console.ts';
import { startSpeaking } from './speaking-signals.ts';
import { type Reading, readTimed } from './timed-reading.ts';

const SIZES = [10_000, 80_000];
const DEVICES_PER_OPERATOR = 10;
const STARTS = 3;
/** Twice what writing all rows takes on a machine with nothing else to do. */
const PREPARED_AFTER_MS = 3_000;
const READINGS = 10;
const READ_EVERY_MS = 500;
const COLD_AT_MOST = 1.2;
const CHANGING_AT_MOST = 2;
const UNCHANGED_LIMIT_MS = 5;
const TURN_LIMIT_MS = 50;

const { devices } = parseArgs({ options: { devices: { type: 'string' } } }).values;
for (const size of devices === undefined ? SIZES : [Number(devices)]) await measure(size);

async function measure(size: number) {
  const measured = await startSeededConsole({ signals: size, operators: size / DEVICES_PER_OPERATOR });
  const ask = asker(measured);
  const first = await ask();
  const bytesFile = join(measured.folder, 'bytes.json');
  writeFileSync(bytesFile, Buffer.alloc(first.bytes, ' '));
  const port = await freePort();
  const bare = await spawnTool('bare-sender.ts', [String(port), bytesFile]);
  const askBare = () => readTimed(`http://127.0.0.1:${port}`);
  await askBare();

  const cold = await coldInTurn(measured, askBare);
  const since = Date.now();
  const warm = await inTurn(ask, askBare);
  const slowdown = (name: string, oursMs: number, referenceMs: number, atMost: number) =>
    reportSlowdown({ name: `snapshot_${size}_${name}`, oursMs, referenceMs, atMost });
  reportFigure({ name: `snapshot_${size}_in_the_moment_of_the_start_ms`, value: first.ms, unit: 'ms' });
  slowdown('cold', cold.oursMs, cold.bareMs, COLD_AT_MOST);
  slowdown('warm', warm.oursMs, warm.bareMs, COLD_AT_MOST);

  const topics = measured.signals.map(({ topic }) => topic);
  const stopSpeaking = await startSpeaking({ brokerPort: measured.brokerPort, topics });
  const used = processorSeconds(measured.pid);
  const changing = await inTurn(ask, askBare, READ_EVERY_MS);
  slowdown('changing', changing.oursMs, changing.bareMs, CHANGING_AT_MOST);
  reportFigure({
    name: `snapshot_${size}_changing_processor_ms_per_reading`,
    value: ((processorSeconds(measured.pid) - used) * 1000) / READINGS,
    unit: 'ms',
  });
  const gzip = await inTurn(() => ask({ 'accept-encoding': 'gzip' }), askBare, READ_EVERY_MS);
  reportFigure({ name: `snapshot_${size}_changing_gzip_ms`, value: gzip.oursMs, unit: 'ms' });
  await stopSpeaking();

  const tag = await untilQuiet(ask);
  const unchanged: number[] = [];
  for (let reading = 0; reading < READINGS; reading += 1) {
    const { ms, status } = await ask({ 'if-none-match': tag });
    if (status !== 304) throw new Error(`the list changed by itself: ${status}`);
    unchanged.push(ms);
  }
  reportFigure({
    name: `snapshot_${size}_unchanged_ms`,
    value: median(unchanged),
    unit: 'ms',
    limit: UNCHANGED_LIMIT_MS,
  });
  reportFigure({
    name: `snapshot_${size}_longest_turn_ms`,
    value: longestTurnMs(measured.folder, since),
    unit: 'ms',
    limit: TURN_LIMIT_MS,
  });
  bare.stop();
  await measured.stop();
}

function asker({ origin, admin }: SeededConsole) {
  return (headers: Record<string, string> = {}) =>
    readTimed(`${origin}/api/device-status`, {
      authorization: `Bearer ${admin.token}`,
      'accept-encoding': 'identity',
      ...headers,
    });
}

/** Of a server that was started again and has been left alone for a moment: nobody has read the list yet. */
async function coldInTurn(measured: SeededConsole, bare: () => Promise<Reading>) {
  const times: { ours: number; bare: number }[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    await measured.restart();
    await delay(PREPARED_AFTER_MS);
    // Who reads is warm for both then: only the server is not.
    await bare();
    times.push({ ours: (await asker(measured)()).ms, bare: (await bare()).ms });
  }
  return { oursMs: median(times.map(({ ours }) => ours)), bareMs: median(times.map(({ bare }) => bare)) };
}

/** The middle times of both, read one after the other so that a slower moment of the machine affects both. */
async function inTurn(ours: () => Promise<Reading>, bare: () => Promise<Reading>, everyMs = 0) {
  const times: { ours: number; bare: number }[] = [];
  for (let reading = 0; reading < READINGS; reading += 1) {
    times.push({ ours: (await ours()).ms, bare: (await bare()).ms });
    await delay(everyMs);
  }
  return { oursMs: median(times.map(({ ours }) => ours)), bareMs: median(times.map(({ bare }) => bare)) };
}

/** Resolves to the tag of the list once two readings have the same: the last reports have been taken in. */
async function untilQuiet(ask: () => Promise<Reading>): Promise<string> {
  for (let former = ''; ; ) {
    const { tag = '' } = await ask();
    if (tag === former) return tag;
    former = tag;
    await delay(READ_EVERY_MS);
  }
}
