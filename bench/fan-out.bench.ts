// Devices report 1,000 times a second, and 1 to 1,000 pages of admins hear of it. Measures the messages that reach
// pages for each second of processor that the server needs beyond what it needs without pages, in turn, beside a bare
// Socket.IO server that emits each message by itself; and how long a message takes at 50 pages while another one reads
// nothing. `-- --pages N` measures one size.
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openLiveSocket } from '@semaforo/client/live-socket';
import { freePort } from '@semaforo/testing/free-port';
import { spawnTool } from './child-tool.ts';
import { adminsFor, openPages } from './open-pages.ts';
import { processorSeconds } from './process-time.ts';
import { percentile, reportFigure, reportRatio } from './report-figure.ts';
import { startSeededConsole } from './seeded-console.ts';
import { startSpeaking } from './speaking-signals.ts';

const PAGES = [1, 50, 200, 1_000];
const SIGNALS = 1_000;
const STREAMS = 2;
const PER_SECOND = 1_000;
/** A bare server can emit about so many a second to all its pages: more would wait in its memory. */
const BARE_PER_SECOND = 40_000;
const TURNS = 4;
const FOR_MS = 5_000;
/** After pages were opened or closed, before what the server uses is counted. */
const SETTLED_AFTER_MS = 2_000;
/** Less than this share of a processor cannot be told from none. */
const PRECISION = 0.002;
/** One page costs a sending of its own for each reading; many share what is written. */
const AT_LEAST = { one: 1, many: 5 };
const TIMED_PAGES = 50;
const TIMED_FOR_MS = 10_000;
const PROBE_EVERY_MS = 100;
const LATENCY_LIMIT_MS = 100;

const { pages } = parseArgs({ options: { pages: { type: 'string' } } }).values;
const sizes = pages === undefined ? PAGES : [Number(pages)];
// All pages come from one address, which may have 200 connections unless it is that of a proxy.
const settings = { TRUSTED_PROXIES: '127.0.0.1' };
const measured = await startSeededConsole({ signals: SIGNALS, settings });
const topics = measured.signals.map(({ topic }) => topic).slice(1);
// Each stream is 500 messages a second.
const streams = Array.from({ length: STREAMS }, () =>
  startSpeaking({ brokerPort: measured.brokerPort, topics }),
);
const stops = await Promise.all(streams);
const tokens = await adminsFor(Math.max(...sizes, TIMED_PAGES), { ...measured, name: 'pagine' });
for (const count of sizes) await measure(count);
if (sizes.includes(TIMED_PAGES)) await measureLatency();
for (const stop of stops) await stop();
await measured.stop();

async function measure(count: number) {
  const port = await freePort();
  const messages = Math.min(PER_SECOND, BARE_PER_SECOND / count);
  const bare = await spawnTool('bare-fan-out.ts', [String(port), String(messages)]);
  const reference = await deliveriesPerSecond(
    { origin: `http://127.0.0.1:${port}`, tokens: [''], pid: bare.pid },
    count,
  );
  bare.stop();
  const { origin, pid } = measured;
  const ours = await deliveriesPerSecond({ origin, tokens, pid }, count);
  reportRatio({
    name: `fan_out_${count}_pages_per_processor_second`,
    ours,
    reference,
    atLeast: count === 1 ? AT_LEAST.one : AT_LEAST.many,
  });
}

/** How many messages reach that many pages for each second of processor that they cost the server. */
async function deliveriesPerSecond(
  server: { origin: string; tokens: readonly string[]; pid: number },
  count: number,
): Promise<number> {
  let [deliveries, cost, seconds] = [0, 0, 0];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const without = await usedBy(server.pid);
    const open = await openPages(count, [server]);
    await delay(SETTLED_AFTER_MS);
    const before = open.received();
    const used = await usedBy(server.pid);
    deliveries += open.received() - before;
    cost += (used.share - without.share) * used.seconds;
    seconds += used.seconds;
    open.close();
    await delay(SETTLED_AFTER_MS);
  }
  return deliveries / Math.max(cost, PRECISION * seconds);
}

/** The share of a processor that a process uses from now on, and for how long it was watched. */
async function usedBy(pid: number): Promise<{ share: number; seconds: number }> {
  const [used, startedAt] = [processorSeconds(pid), performance.now()];
  await delay(FOR_MS);
  const seconds = (performance.now() - startedAt) / 1000;
  return { share: (processorSeconds(pid) - used) / seconds, seconds };
}

async function measureLatency() {
  const { origin, brokerPort, signals } = measured;
  const [token = ''] = tokens;
  const [probed = { topic: '' }] = signals;
  const open = await openPages(TIMED_PAGES - 1, [{ origin, tokens }]);
  const stalled = await spawnTool('stalled-page.ts', [origin, token]);
  process.kill(stalled.pid, 'SIGSTOP');
  const page = openLiveSocket({ origin, token, batch: true, transports: ['websocket'] });
  const probe = `${probed.topic}/out`;
  const latencies: number[] = [];
  let sentAt = 0;
  page.on('mqtt_messages', (messages) => {
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
  await delay(TIMED_FOR_MS);
  await probing();
  page.disconnect();
  open.close();
  process.kill(stalled.pid, 'SIGKILL');
  reportFigure({
    name: `fan_out_${TIMED_PAGES}_pages_and_one_that_reads_nothing_p99_ms`,
    value: percentile(latencies, 99),
    unit: 'ms',
    limit: LATENCY_LIMIT_MS,
    runs: latencies.length,
  });
}
