// How little the console asks of a machine: the time from its start to the ready line, and its memory with 1,000 devices that speak.
import { logIn } from '@semaforo/e2e/harness/api-client';
import { findFreePort } from '@semaforo/e2e/harness/free-port';
import { ADMIN, type ServerProcess, startServer } from '@semaforo/e2e/harness/server-process';
import { waitUntil } from '@semaforo/e2e/harness/wait-until';
import { numberedDevices } from '@semaforo/simulator/device-list';
import { createFleet } from '@semaforo/simulator/fleet';
import { residentMemoryMb } from './process-memory.ts';
import { reportFigure } from './report-figure.ts';

const COLD_STARTS = 5;
const COLD_START_LIMIT_MS = 2_000;
const DEVICES = 1_000;
const RSS_LIMIT_MB = 150;
const REPORT_EVERY_MS = 10_000;
/** Several full rounds of reports, so that what is measured is a server at work and not one just started. */
const ROUNDS = 3;
const HEARD_TIMEOUT_MS = 120_000;
const BROKER_LOGIN = { username: 'semaforo', password: 'broker-di-prova' };

await measureColdStart();
await measureMemory();

async function measureColdStart() {
  const times: number[] = [];
  for (let run = 0; run < COLD_STARTS; run += 1) {
    const server = await startConsole(await findFreePort());
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
  const port = await findFreePort();
  const server = await startConsole(port);
  const devices = numberedDevices({
    prefix: '/3/misura',
    count: DEVICES,
    type: 'semaforo',
    behaviour: { kind: 'obedient' },
  });
  const fleet = createFleet({
    broker: { host: '127.0.0.1', port, ...BROKER_LOGIN },
    devices,
    reportEveryMs: REPORT_EVERY_MS,
  });
  try {
    const admin = await logIn(server.origin, ADMIN);
    const { id: userId } = await admin('createUser', {
      body: { username: 'misura', password: 'bilancia-di-prova-3' },
    });
    for (const { key: topic, type } of devices)
      await admin('createDevice', { body: { topic, type, userId } });
    await fleet.start();
    const startedAt = Date.now();
    await waitUntil(
      'all devices to be heard again after some rounds of reports',
      async () => {
        const records = await admin('listDeviceStatuses');
        const lastRound = startedAt + (ROUNDS - 1) * REPORT_EVERY_MS;
        return records.every(({ updated_at }) => updated_at !== null && Date.parse(updated_at) > lastRound);
      },
      HEARD_TIMEOUT_MS,
    );
    reportFigure({
      name: 'server_rss_1000_devices_mb',
      value: residentMemoryMb(server.pid),
      unit: 'MB',
      limit: RSS_LIMIT_MB,
    });
  } finally {
    await fleet.stop();
    await server.stop();
  }
}

function startConsole(brokerPort: number): Promise<ServerProcess> {
  return startServer({
    EMBEDDED_BROKER_PORT: String(brokerPort),
    EMBEDDED_BROKER_USERNAME: BROKER_LOGIN.username,
    EMBEDDED_BROKER_PASSWORD: BROKER_LOGIN.password,
  });
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
