import { setTimeout as delay } from 'node:timers/promises';
import { createFleet } from '@semaforo/simulator/fleet';
import { createReportLog, type ReportLog } from '@semaforo/testing/signal-reports';
import { createSeededRandom } from '../truth/seeded-random.ts';
import { type Appointments, appointmentKeys, createAppointments } from './appointments.ts';
import { assertAppointments } from './assert-appointments.ts';
import { assertServers } from './assert-servers.ts';
import { type Cluster, type ClusterServer, startCluster } from './cluster.ts';
import { createOperators, type Operators } from './operators.ts';
import { allKnow, untilRight } from './right-pages.ts';
import { expectedMs, planServerFaults, type ServerFault } from './server-faults.ts';

const SIGNALS = 8;
const LARGEST_DEADLINE_MS = 12_000;
const RIGHT_WITHIN_MS = 3000;

export type ServersRun = {
  broker: string;
  kinds: string;
  asked: number;
  acknowledged: number;
  schedules: number;
  alerts: number;
  commanded: number;
  rightAfterMs: number;
  seconds: number;
  violations: [string, string[]][];
};

type Options = { faults: number; seed: number; servers: number; opposite: number; bundle: string };
/** All that takes part in a run. */
type Stage = { cluster: Cluster; operators: Operators; appointments: Appointments; log: ReportLog };

/** Resolves to undefined when the machine lacks a program. */
export async function runServers(options: Options): Promise<ServersRun | undefined> {
  const cluster = await startCluster(options.servers, options.bundle);
  if (!cluster) return undefined;
  const faults = planServerFaults(options.seed, options.faults, options.servers);
  const lastMs = expectedMs(faults);
  const commanded = Array.from({ length: SIGNALS }, (_, index) => `/3/insieme/s${index + 1}`);
  const appointed = appointmentKeys(lastMs);
  const keys = [...commanded, ...appointed.schedules, ...appointed.alerts];
  const log = createReportLog(keys);
  const fleet = createFleet({
    broker: { host: '127.0.0.1', port: cluster.brokerPort },
    devices: keys.map((key) => ({ key, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' })),
    onMessage: log.note,
  });
  let appointments: Appointments | undefined;
  try {
    const operators = await createOperators(cluster, commanded);
    appointments = await createAppointments(cluster, lastMs);
    await allKnow(operators, commanded.length + appointed.alerts.length);
    await fleet.start();
    return await live({ cluster, operators, appointments, log }, faults, options);
  } finally {
    await appointments?.close();
    await fleet.stop();
    await cluster.stop();
  }
}

async function live(
  stage: Stage,
  faults: readonly ServerFault[],
  { seed, opposite }: Options,
): Promise<ServersRun> {
  const { cluster, operators, appointments, log } = stage;
  const startedAt = performance.now();
  const random = createSeededRandom(seed, 'operators');
  await operators.confirmAll('giallo');
  for (let pair = 0; pair < opposite; pair += 1) await operators.oppose(random);
  if (faults.length > 0) await appointments.make();
  const mendedAt = await breakAll(stage, faults, faults.length > 0 ? operators.command(random) : undefined);
  const right = await untilRight(operators, log);
  const rightAfterMs = Math.round(right.at - mendedAt);
  await appointments.untilDone();
  await delay(LARGEST_DEADLINE_MS);
  const late = rightAfterMs > RIGHT_WITHIN_MS ? [`${rightAfterMs} ms`] : [];
  const count = (kind: string) => faults.filter((fault) => fault.kind === kind).length;
  return {
    broker: cluster.broker,
    kinds: ['kill', 'stop', 'end', 'cut', 'silence'].map((kind) => `${count(kind)} ${kind}`).join(', '),
    asked: operators.requested(),
    acknowledged: operators.acknowledged.length,
    schedules: appointments.schedules.length,
    alerts: appointments.squares.length,
    commanded: [...log.signals.values()].reduce((sum, { commanded }) => sum + commanded.length, 0),
    rightAfterMs,
    violations: [
      ['every page is right within 3 s of the last fault', [...right.wrong, ...late]],
      ['no schedule and no alert is missed, doubled or early', await assertAppointments(appointments, log)],
      ...(await assertServers({ cluster, operators, log, reportedWithinMs: LARGEST_DEADLINE_MS })),
    ],
    seconds: Math.round((performance.now() - startedAt) / 1000),
  };
}

/** One fault after the other while operators command; resolves to when the last was over (performance.now). */
async function breakAll(
  { cluster }: Stage,
  faults: readonly ServerFault[],
  commanding?: ReturnType<Operators['command']>,
): Promise<number> {
  for (const fault of faults) {
    const server = cluster.servers[fault.server];
    if (server) await breakServer(server, fault);
    await delay(fault.afterMs);
  }
  const mendedAt = performance.now();
  await commanding?.end();
  return mendedAt;
}

/** Does to a server what is planned, and mends it again. */
async function breakServer({ server, networks }: ClusterServer, fault: ServerFault): Promise<void> {
  if (fault.kind === 'kill' || fault.kind === 'end') {
    await server.end(fault.kind === 'kill' ? 'SIGKILL' : 'SIGTERM');
    await delay(fault.forMs);
    return server.start();
  }
  if (fault.kind === 'stop') {
    server.pause();
    await delay(fault.forMs);
    return server.resume();
  }
  if (fault.part === undefined) return;
  const network = networks[fault.part];
  if (fault.kind === 'cut') {
    network.cut();
    return;
  }
  network.disturb('up', { blocked: true });
  network.disturb('down', { blocked: true });
  await delay(fault.forMs);
  // What was held back arrives now: also what a server sent long ago.
  network.heal();
}
