// 600 pages and log-ins on one server and on three that work as one. Processor time is compared, not rates: the servers
// share the processors of this machine. `npm run bench -- servers [--pages 600] [--servers 3]`.
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { logIn } from '@semaforo/client';
import { importDevices } from '@semaforo/e2e/harness/many-signals';
import { type BuiltServer, startBuiltServer } from '@semaforo/testing/built-server';
import { ADMIN } from '@semaforo/testing/credentials';
import { startServersParts } from '@semaforo/testing/servers-parts';
import { adminsFor, openPages } from './open-pages.ts';
import { processorSeconds } from './process-time.ts';
import { reportRatio, reportSlowdown } from './report-figure.ts';
import { startSpeaking } from './speaking-signals.ts';

const SIGNALS = 1000;
/** A second. */
const REPORTS = 500;
const FOR_MS = 10_000;
const LOG_INS = 12;
/** Of several servers each works as much for a page or a log-in as one alone, or nearly. */
const SAME_AT_LEAST = 0.8;
const SAME_AT_MOST = 1.25;

const { values: requested } = parseArgs({
  options: { pages: { type: 'string', default: '600' }, servers: { type: 'string', default: '3' } },
});

type Measured = { perReportMs: number; deliveriesPerSecond: number; logInsPerSecond: number };

const one = await measure(1);
const several = one && (await measure(Number(requested.servers)));
if (one && several) {
  reportRatio({
    name: `pages_of_${requested.servers}_servers_per_processor_second`,
    ours: several.deliveriesPerSecond,
    reference: one.deliveriesPerSecond,
    atLeast: SAME_AT_LEAST,
  });
  reportRatio({
    name: `log_ins_of_${requested.servers}_servers_per_processor_second`,
    ours: several.logInsPerSecond * 1000,
    reference: one.logInsPerSecond * 1000,
    atLeast: SAME_AT_LEAST,
  });
  reportSlowdown({
    name: `a_report_at_each_of_${requested.servers}_servers`,
    oursMs: several.perReportMs,
    referenceMs: one.perReportMs,
    atMost: SAME_AT_MOST,
  });
} else console.error('Tralasciati i server: manca PostgreSQL, nats-server o Mosquitto');

/** Undefined when the machine lacks a program. */
async function measure(count: number): Promise<Measured | undefined> {
  const parts = await startServersParts();
  if (!parts) return undefined;
  const servers: BuiltServer[] = [];
  try {
    for (let number = 0; number < count; number += 1) servers.push(await startBuiltServer(parts.settings));
    return await measureAll(servers, parts.brokerPort);
  } finally {
    for (const server of servers) await server.stop();
    await parts.stop();
  }
}

async function measureAll(servers: readonly BuiltServer[], brokerPort: number): Promise<Measured> {
  const [first] = servers;
  if (!first) throw new Error('there is no server');
  const topics = Array.from({ length: SIGNALS }, (_, index) => `/3/insieme/s${index + 1}`);
  await importDevices(
    first.origin,
    topics.map((topic) => `,${topic},semaforo,,,`),
  );
  const admin = await logIn(first, ADMIN);
  const tokens = await adminsFor(Number(requested.pages), { origin: first.origin, admin, name: 'pagine' });
  const stopSpeaking = await startSpeaking({ brokerPort, topics });
  const alone = await spent(servers, () => delay(FOR_MS));
  const { received, taken } = await fanOut(servers, tokens);
  await stopSpeaking();
  const atLogIns = await spent(servers, () => logInAll(servers));
  return {
    perReportMs: (alone.seconds * 1000) / ((REPORTS * alone.lastMs) / 1000) / servers.length,
    // With what taking in the reports needs: on a busy machine it cannot be told apart.
    deliveriesPerSecond: received / taken.seconds,
    logInsPerSecond: LOG_INS / atLogIns.seconds,
  };
}

/** The pages are spread over the servers; how many messages reached them while processor time was counted. */
async function fanOut(servers: readonly BuiltServer[], tokens: readonly string[]) {
  const open = await openPages(
    Number(requested.pages),
    servers.map(({ origin }) => ({ origin, tokens })),
  );
  try {
    const before = open.received();
    const taken = await spent(servers, () => delay(FOR_MS));
    return { received: open.received() - before, taken };
  } finally {
    open.close();
  }
}

async function logInAll(servers: readonly BuiltServer[]): Promise<void> {
  for (let number = 0; number < LOG_INS; number += 1) {
    const server = servers[number % servers.length];
    if (server) await logIn(server, ADMIN);
  }
}

/** The processor time of all servers while the work lasts, in seconds. */
async function spent(servers: readonly BuiltServer[], work: () => Promise<unknown>) {
  const used = () => servers.reduce((sum, { pid }) => sum + processorSeconds(pid), 0);
  const [before, startedAt] = [used(), performance.now()];
  await work();
  return { seconds: used() - before, lastMs: performance.now() - startedAt };
}
