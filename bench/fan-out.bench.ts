// Devices report 1,000 times a second, and 1 to 200 pages of an admin hear of it. Measures the messages that reach
// pages for each second of processor that the server needs beyond what it needs without pages, beside a bare Socket.IO
// server that emits each message by itself; and how long a message takes at 50 pages. `-- --pages N` measures one size.
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type LiveSocket, openLiveSocket } from '@semaforo/client/live-socket';
import { freePort } from '@semaforo/testing/free-port';
import { until } from '@semaforo/testing/until';
import { spawnTool } from './child-tool.ts';
import { processorSeconds } from './process-time.ts';
import { percentile, reportFigure, reportRatio } from './report-figure.ts';
import { type SeededConsole, startSeededConsole } from './seeded-console.ts';
import { startSpeaking } from './speaking-signals.ts';

const PAGES = [1, 50, 200];
const SIGNALS = 1_000;
const STREAMS = 2;
const FOR_MS = 10_000;
const AT_LEAST = 5;
const TIMED_PAGES = 50;
const PROBE_EVERY_MS = 100;
const LATENCY_LIMIT_MS = 100;

const { pages } = parseArgs({ options: { pages: { type: 'string' } } }).values;
const measured = await startSeededConsole({ signals: SIGNALS });
const topics = measured.signals.map(({ topic }) => topic).slice(1);
// Each stream is 500 messages a second.
const streams = Array.from({ length: STREAMS }, () =>
  startSpeaking({ brokerPort: measured.brokerPort, topics }),
);
const stops = await Promise.all(streams);
const alone = await processorAlone();
for (const count of pages === undefined ? PAGES : [Number(pages)]) await measure(count);
for (const stop of stops) await stop();
await measured.stop();

async function measure(count: number) {
  const port = await freePort();
  const bare = await spawnTool('bare-fan-out.ts', [String(port)]);
  const reference = await deliveriesPerSecond(
    { origin: `http://127.0.0.1:${port}`, token: '', pid: bare.pid },
    count,
  );
  bare.stop();
  const { origin, pid, admin } = measured;
  const ours = await deliveriesPerSecond({ origin, token: admin.token ?? '', pid }, count, alone);
  reportRatio({ name: `fan_out_${count}_pages_per_processor_second`, ours, reference, atLeast: AT_LEAST });
}

/** How many messages reach that many pages for each second of processor that the server uses. */
async function deliveriesPerSecond(
  server: { origin: string; token: string; pid: number },
  count: number,
  withoutPages = 0,
): Promise<number> {
  let heard = 0;
  const sockets = Array.from({ length: count }, () => {
    const socket = openLiveSocket({ ...server, batch: true, transports: ['websocket'] });
    socket.on('mqtt_message', () => {
      heard += 1;
    });
    socket.on('mqtt_messages', (messages) => {
      heard += messages.length;
    });
    return socket;
  });
  await until('all pages are connected', () => sockets.every(({ connected }) => connected), FOR_MS * 6);
  const used = processorSeconds(server.pid);
  const [before, startedAt] = [heard, performance.now()];
  if (withoutPages > 0 && count === TIMED_PAGES) await reportLatency(measured, sockets[0]);
  else await delay(FOR_MS);
  const spent = processorSeconds(server.pid) - used - withoutPages * secondsSince(startedAt);
  for (const socket of sockets) socket.disconnect();
  return (heard - before) / spent;
}

/** The share of a processor that the console needs to take in and store what devices say. */
async function processorAlone(): Promise<number> {
  const [used, startedAt] = [processorSeconds(measured.pid), performance.now()];
  await delay(FOR_MS);
  return (processorSeconds(measured.pid) - used) / secondsSince(startedAt);
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000;
}

async function reportLatency({ brokerPort, signals }: SeededConsole, page: LiveSocket | undefined) {
  const [probed = { topic: '' }] = signals;
  const probe = `${probed.topic}/out`;
  const latencies: number[] = [];
  let sentAt = 0;
  page?.on('mqtt_messages', (messages) => {
    if (messages.some(({ topic }) => topic.startsWith(probe))) latencies.push(performance.now() - sentAt);
  });
  const probing = await startSpeaking({
    brokerPort,
    topics: [probed.topic],
    everyMs: PROBE_EVERY_MS,
    atOnce: 1,
    onSpoken: () => {
      sentAt = performance.now();
    },
  });
  await delay(FOR_MS);
  await probing();
  reportFigure({
    name: `fan_out_${TIMED_PAGES}_pages_p99_ms`,
    value: percentile(latencies, 99),
    unit: 'ms',
    limit: LATENCY_LIMIT_MS,
    runs: latencies.length,
  });
}
