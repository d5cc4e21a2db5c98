import { setTimeout as delay } from 'node:timers/promises';
import { createFleet } from '@semaforo/simulator/fleet';
import { createWordLog, type WordLog } from '@semaforo/testing/signal-words';
import { until } from '@semaforo/testing/until';
import { createSeededRandom } from '../truth/seeded-random.ts';
import { breakServer } from './break-server.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { judgeServers } from './judge-servers.ts';
import { createOperators, type Operators } from './operators.ts';
import { planServerFaults } from './server-faults.ts';

const SIGNALS = 8;
const LARGEST_DEADLINE_MS = 12_000;
const CALM_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 50;

export type ServersRun = {
  broker: string;
  faults: number;
  kinds: string;
  asked: number;
  acknowledged: number;
  opposite: number;
  told: number;
  rightAfterMs: number;
  seconds: number;
  violations: [string, string[]][];
};

type Options = { faults: number; seed: number; servers: number; opposite: number; bundle: string };

/** Resolves to undefined when the machine lacks a program. */
export async function runServers(options: Options): Promise<ServersRun | undefined> {
  const cluster = await startCluster(options.servers, options.bundle);
  if (!cluster) return undefined;
  const keys = Array.from({ length: SIGNALS }, (_, index) => `/3/insieme/s${index + 1}`);
  const log = createWordLog(keys);
  const fleet = createFleet({
    broker: { host: '127.0.0.1', port: cluster.brokerPort },
    devices: keys.map((key) => ({ key, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' })),
    onMessage: log.note,
  });
  try {
    const operators = await createOperators(cluster, keys);
    await allKnow(operators, keys.length);
    await fleet.start();
    return await live({ cluster, operators, log, options });
  } finally {
    await fleet.stop();
    await cluster.stop();
  }
}

async function live({
  cluster,
  operators,
  log,
  options,
}: {
  cluster: Cluster;
  operators: Operators;
  log: WordLog;
  options: Options;
}): Promise<ServersRun> {
  const startedAt = performance.now();
  const random = createSeededRandom(options.seed, 'operators');
  await operators.confirmAll('giallo');
  for (let pair = 0; pair < options.opposite; pair += 1) await operators.oppose(random);
  const faults = planServerFaults(options.seed, options.faults, options.servers);
  let isOver = false;
  const commanding = options.faults > 0 ? operators.command(random, () => isOver) : Promise.resolve();
  for (const fault of faults) {
    const server = cluster.servers[fault.server];
    if (server) await breakServer(server, fault);
    await delay(fault.afterMs);
  }
  isOver = true;
  const mendedAt = performance.now();
  await commanding;
  const rightAfterMs = Math.round((await untilRight(operators, log)) - mendedAt);
  await delay(LARGEST_DEADLINE_MS);
  const violations = await judgeServers({ cluster, operators, log, toldWithinMs: LARGEST_DEADLINE_MS });
  const count = (kind: string) => faults.filter((fault) => fault.kind === kind).length;
  return {
    broker: cluster.broker,
    faults: faults.length,
    kinds: ['kill', 'stop', 'end', 'cut', 'silence'].map((kind) => `${count(kind)} ${kind}`).join(', '),
    asked: operators.asked(),
    acknowledged: operators.acknowledged.length,
    opposite: options.opposite,
    told: [...log.signals.values()].reduce((sum, { told }) => sum + told.length, 0),
    rightAfterMs,
    seconds: Math.round((performance.now() - startedAt) / 1000),
    violations,
  };
}

/** Every server shows what the signals said last, and nothing is pending. */
async function untilRight(operators: Operators, log: WordLog): Promise<number> {
  const wrong = async () => {
    const all = await Promise.all(operators.admins.map((admin) => admin('listDeviceStatuses')));
    return all.flatMap((records, server) =>
      records.flatMap(({ topic, status, pending }) => {
        const lit = log.signals.get(topic)?.said.findLast(({ on }) => on)?.lamp;
        const isRight = pending === null && status === lit;
        return isRight ? [] : `server ${server + 1}: ${topic} ${status}, pending ${pending}, said ${lit}`;
      }),
    );
  };
  const giveUpAt = performance.now() + CALM_WITHIN_MS;
  while (performance.now() < giveUpAt && (await wrong()).length > 0) await delay(LOOK_EVERY_MS);
  const still = await wrong();
  if (still.length > 0) throw new Error(`pages stay wrong:\n${still.join('\n')}`);
  return performance.now();
}

async function allKnow(operators: Operators, count: number): Promise<void> {
  await until('all servers know the signals', async () => {
    const all = await Promise.all(operators.admins.map((admin) => admin('listDeviceStatuses')));
    return all.every((records) => records.length === count);
  });
}
