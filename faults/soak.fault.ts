// A console under ten times its load for long: what it holds must not grow, and nothing may be left once all are gone.
// `tsx faults/soak.fault.ts [--minutes 30]`.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { logIn } from '@semaforo/client';
import { embeddedBrokerSettings } from '@semaforo/testing/broker-settings';
import { startBuiltServer } from '@semaforo/testing/built-server';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { leftBehind, readCounts } from './soak/process-counts.ts';
import { isWithinNoise, slopeOf } from './soak/slope.ts';
import { settle, startLoad } from './soak/soak-load.ts';

const CHECK_EVERY_MS = 10_000;
/** Of the time: caches fill, and V8 compiles what is used. */
const WARM_UP = 0.3;
/** A rise below this is none, however sure it is: 30 minutes of it would take a year to matter. */
const NEGLIGIBLE_MB = 1.5;
const CALM_MS = 75_000;
const MB = 1024 * 1024;

const { values: requested } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const minutes = Number(requested.minutes);

const [brokerPort, countsPort] = [await freePort(), await freePort()];
const counter = new URL('./soak/answer-counts.mjs', import.meta.url).href;
const server = await startBuiltServer({
  ...embeddedBrokerSettings(brokerPort),
  NODE_OPTIONS: `--import=${counter}`,
  SOAK_PORT: String(countsPort),
});
const violations: string[] = [];
try {
  const admin = await logIn(server, ADMIN);
  await settle(admin);
  // One short load, so that what is made once and kept is no find.
  await (await loaded(30_000)).stop();
  await pause(CALM_MS);
  const before = await readCounts(countsPort);

  const load = await startLoad(server, brokerPort);
  const heaps: number[] = [];
  const end = performance.now() + minutes * 60_000;
  const atWork = { listeners: 0, rooms: 0 };
  let peakMb = 0;
  while (performance.now() < end) {
    await pause(CHECK_EVERY_MS);
    const { heapUsed, external, rss, listeners, rooms } = await readCounts(countsPort);
    heaps.push((heapUsed + external) / MB);
    peakMb = Math.max(peakMb, rss / MB);
    atWork.listeners = Math.max(atWork.listeners, listeners);
    atWork.rooms = Math.max(atWork.rooms, rooms);
  }
  await load.stop();
  await pause(CALM_MS);
  const after = await readCounts(countsPort);
  // Else the counter itself is blind.
  if (atWork.rooms === 0) violations.push('no rooms were counted while pages were open');

  const warm = heaps.slice(Math.floor(heaps.length * WARM_UP));
  const slope = slopeOf(warm);
  const riseMb = slope.perStep * warm.length;
  if (!isWithinNoise(slope) && riseMb > NEGLIGIBLE_MB)
    violations.push(`the heap rose by ${riseMb.toFixed(1)} MB`);
  violations.push(...leftBehind(before, after));
  const figures = {
    ...{ minutes, ...load.done, measurements: warm.length },
    heapMb: [warm[0], warm.at(-1)].map((mb) => Number(mb?.toFixed(1))),
    riseMb: Number(riseMb.toFixed(2)),
    noiseMb: Number((2 * slope.error * warm.length).toFixed(2)),
    peakMb: Math.round(peakMb),
    rssBeforeAndAfterMb: [before, after].map(({ rss }) => Math.round(rss / MB)),
    listeners: [before.listeners, atWork.listeners, after.listeners],
    rooms: [before.rooms, atWork.rooms, after.rooms],
    handles: [before.handles, after.handles],
  };
  console.log(`soak: ${JSON.stringify(figures)}`);
} finally {
  await server.stop();
}
console.log(
  `  memory within noise, nothing left behind: ${violations.length === 0 ? 'held' : violations.join('; ')}`,
);
if (violations.length > 0) process.exitCode = 1;

async function loaded(forMs: number) {
  const load = await startLoad(server, brokerPort);
  await pause(forMs);
  return load;
}
