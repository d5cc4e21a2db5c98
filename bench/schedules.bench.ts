// Schedules under stress. Measures how punctually 500 schedules of one instant reach their devices while strangers
// flood the log-in, and what 100,000 waiting schedules cost an idle server.
import { setTimeout as pause } from 'node:timers/promises';
import { importDevices } from '@semaforo/e2e/harness/many-signals';
import { openDatabase } from '@semaforo/server/database/engine';
import { createBrokerConnection } from '@semaforo/simulator/broker-connection';
import { numberedDevices } from '@semaforo/simulator/device-list';
import { createFleet } from '@semaforo/simulator/fleet';
import { embeddedBrokerSettings } from '@semaforo/testing/broker-settings';
import { startBuiltServer } from '@semaforo/testing/built-server';
import { BROKER_LOGIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { until } from '@semaforo/testing/until';
import { startConsole } from './measured-console.ts';
import { processorSeconds } from './process-time.ts';
import { percentile, reportFigure } from './report-figure.ts';
import { countActive, seedOperators, seedSchedules } from './seeded-plans.ts';

/**
 * Strangers who try passwords. Each comes from another address with another username, so that no throttle stops them
 * and each attempt costs a full hash.
 */
type Flood = { stop: () => Promise<{ attempts: number; hashed: number }> };

const UNAUTHORIZED = 401;

/**
 * Keeps `atOnce` log-ins under way until it is stopped. The server must trust this machine as a proxy. `hashed`
 * counts the attempts whose password the server checked.
 */
function startLogInFlood(origin: string, atOnce: number): Flood {
  let stopped = false;
  let attempts = 0;
  let hashed = 0;
  const attempt = async () => {
    attempts += 1;
    const number = attempts;
    const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
    const response = await fetch(`${origin}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ username: `ignoto${number}`, password: 'parola-sbagliata-1' }),
    });
    await response.arrayBuffer();
    if (response.status === UNAUTHORIZED) hashed += 1;
  };
  const floods = Array.from({ length: atOnce }, async () => {
    while (!stopped) await attempt();
  });
  return {
    stop: async () => {
      stopped = true;
      await Promise.all(floods);
      return { attempts, hashed };
    },
  };
}

const DUE_AT_ONCE = 500;
const PUNCTUAL_LIMIT_MS = 1000;
const FLOOD_LOG_INS_AT_ONCE = 64;
const FLOODED_BEFORE_MS = 5000;
const ALL_RUN_TIMEOUT_MS = 60_000;

const PENDING = 100_000;
const SETTLE_MS = 5000;
const IDLE_MS = 20_000;
const IDLE_LIMIT_PERCENT = 1;
const DAY_MS = 86_400_000;

await measurePunctuality();
await measureIdle();

async function measurePunctuality() {
  const port = await freePort();
  const server = await startBuiltServer({
    ...embeddedBrokerSettings(port),
    TRUSTED_PROXIES: '127.0.0.1',
  });
  const broker = { host: '127.0.0.1', port, ...BROKER_LOGIN };
  const devices = numberedDevices({
    prefix: '/3/puntuale',
    count: DUE_AT_ONCE,
    type: 'semaforo',
    behaviour: { kind: 'obedient' },
  });
  const { db, close } = openDatabase({ databaseUrl: undefined, dataDir: server.dataDir });
  const authors = await seedOperators(db, DUE_AT_ONCE);
  await importDevices(
    server.origin,
    devices.map(({ key }, index) => `,${key},semaforo,,,${authors[index]?.username}`),
  );
  const fleet = createFleet({ broker, devices });
  await fleet.start();

  const arrivedAt = new Map<string, number>();
  const twice: string[] = [];
  const witness = createBrokerConnection({
    broker,
    topics: ['/3/puntuale/+/+/set'],
    onJoined: () => Promise.resolve(),
    onMessage: (topic, payload) => {
      if (payload !== '1') return;
      if (arrivedAt.has(topic)) twice.push(topic);
      arrivedAt.set(topic, Date.now());
    },
    onTrouble: (reason) => console.error(reason),
  });
  await witness.start();

  const flood = startLogInFlood(server.origin, FLOOD_LOG_INS_AT_ONCE);
  const dueAt = Date.now() + FLOODED_BEFORE_MS;
  await seedSchedules(db, { authors, dueAt: authors.map(() => dueAt) });
  await until('every lamp is told', () => arrivedAt.size === DUE_AT_ONCE, ALL_RUN_TIMEOUT_MS);
  const { hashed } = await flood.stop();
  await witness.stop();
  await fleet.stop();
  await close();
  await server.stop();

  const lateness = [...arrivedAt.values()].map((at) => at - dueAt);
  if (twice.length > 0) throw new Error(`${twice.length} devices were told twice`);
  if (hashed === 0) throw new Error('no log-in of the flood was hashed');
  reportFigure({
    name: `schedules_${DUE_AT_ONCE}_same_instant_flooded_earliest_ms`,
    value: Math.min(...lateness),
    unit: 'ms',
    atLeast: 0,
  });
  reportFigure({
    name: `schedules_${DUE_AT_ONCE}_same_instant_flooded_p99_ms`,
    value: percentile(lateness, 99),
    unit: 'ms',
    limit: PUNCTUAL_LIMIT_MS,
  });
}

async function measureIdle() {
  const server = await startConsole(await freePort());
  const { db, close } = openDatabase({ databaseUrl: undefined, dataDir: server.dataDir });
  const authors = await seedOperators(db, 100);
  const firstAt = Date.now() + DAY_MS;
  await seedSchedules(db, {
    authors,
    dueAt: Array.from({ length: PENDING }, (_, index) => firstAt + index * 1000),
  });
  await pause(SETTLE_MS);
  const [processorBefore, before] = [processorSeconds(server.pid), performance.now()];
  await pause(IDLE_MS);
  const spent = processorSeconds(server.pid) - processorBefore;
  const elapsed = (performance.now() - before) / 1000;
  if ((await countActive(db)) !== PENDING) throw new Error('schedules ran before their time');
  await close();
  await server.stop();
  reportFigure({
    name: `idle_processor_${PENDING}_pending_schedules_percent`,
    value: (spent / elapsed) * 100,
    unit: '%',
    limit: IDLE_LIMIT_PERCENT,
  });
}
