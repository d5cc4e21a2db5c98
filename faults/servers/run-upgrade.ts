import { setTimeout as delay } from 'node:timers/promises';
import { createFleet } from '@semaforo/simulator/fleet';
import { createReportLog } from '@semaforo/testing/signal-reports';
import { until } from '@semaforo/testing/until';
import { createSeededRandom } from '../truth/seeded-random.ts';
import { assertServers } from './assert-servers.ts';
import { startCluster } from './cluster.ts';
import { createOperators } from './operators.ts';
import { allKnow, untilRight } from './right-pages.ts';
import { openRoamingPage } from './roaming-page.ts';

const SIGNALS = 8;
const SERVERS = 3;
const PAGES = 12;
const BETWEEN_MS = 5000;
const LARGEST_DEADLINE_MS = 12_000;

export type UpgradeRun = {
  asked: number;
  acknowledged: number;
  /** Of all pages that lost their server. */
  gapsMs: number[];
  violations: [string, string[]][];
};

/** Servers of one version are ended in turn, and started as another, while operators command from all of them. */
export async function runUpgrade(options: {
  older: string;
  bundle: string;
  seed: number;
}): Promise<UpgradeRun | undefined> {
  const cluster = await startCluster(SERVERS, options.older);
  if (!cluster) return undefined;
  const keys = Array.from({ length: SIGNALS }, (_, index) => `/3/insieme/s${index + 1}`);
  const log = createReportLog(keys);
  const fleet = createFleet({
    broker: { host: '127.0.0.1', port: cluster.brokerPort },
    devices: keys.map((key) => ({ key, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' })),
    onMessage: log.note,
  });
  try {
    const operators = await createOperators(cluster, keys);
    await allKnow(operators, keys.length);
    await fleet.start();
    const token = operators.admins[0]?.token ?? '';
    const pages = Array.from({ length: PAGES }, (_, index) => openRoamingPage(cluster.servers, index, token));
    await until('all pages are open', () => pages.every((page) => page.isConnected()));
    await operators.confirmAll('giallo');
    const commanding = operators.command(createSeededRandom(options.seed, 'operators'));
    for (const { server } of cluster.servers) {
      await delay(BETWEEN_MS);
      await server.end('SIGTERM');
      await server.start(options.bundle);
    }
    await delay(BETWEEN_MS);
    await commanding.end();
    const { wrong } = await untilRight(operators, log);
    await delay(LARGEST_DEADLINE_MS);
    await until('all pages are open again', () => pages.every((page) => page.isConnected()));
    for (const page of pages) page.close();
    return {
      asked: operators.requested(),
      acknowledged: operators.acknowledged.length,
      gapsMs: pages.flatMap((page) => page.gapsMs),
      violations: [
        ['every page is right once all are of the newer version', wrong],
        ...(await assertServers({ cluster, operators, log, reportedWithinMs: LARGEST_DEADLINE_MS })),
      ],
    };
  } finally {
    await fleet.stop();
    await cluster.stop();
  }
}
