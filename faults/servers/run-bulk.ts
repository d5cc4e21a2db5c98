import { logIn } from '@semaforo/client';
import { type OpenDatabase, openDatabase } from '@semaforo/server/database/engine';
import { createFleet } from '@semaforo/simulator/fleet';
import { ADMIN } from '@semaforo/testing/credentials';
import { createReportLog } from '@semaforo/testing/signal-reports';
import { until } from '@semaforo/testing/until';
import { importAll } from '../many/fleet.ts';
import { type ClusterServer, startCluster } from './cluster.ts';

const ENDED_WITHIN_MS = 180_000;
/** A server is killed when so much of its command is done. */
const KILLED_AT = 0.3;
const REPORT_EVERY_MS = 300_000;

/** Of one large command: how many signals confirmed it, and how long it took (ms). */
type Bulk = { confirmed: number; tookMs: number };

/** Without and with the end of its server midway. */
export type BulkRun = { quiet: Bulk; killed: Bulk };

/** Resolves to undefined when the machine lacks a program. */
export async function runBulk(devices: number, bundle: string): Promise<BulkRun | undefined> {
  const cluster = await startCluster(3, bundle);
  if (!cluster) return undefined;
  const keys = Array.from({ length: devices }, (_, index) => `/3/insieme/s${index + 1}`);
  const log = createReportLog(keys);
  const fleet = createFleet({
    broker: { host: '127.0.0.1', port: cluster.brokerPort },
    devices: keys.map((key) => ({ key, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' })),
    reportEveryMs: REPORT_EVERY_MS,
    onMessage: log.note,
  });
  const { db, close } = openDatabase({ databaseUrl: cluster.databaseUrl, dataDir: '' });
  try {
    const [first, second, third] = cluster.servers;
    if (!first || !second || !third) throw new Error('too few servers');
    const admins = await Promise.all([first, second, third].map((server) => logIn(server, ADMIN)));
    const [admin] = admins;
    if (admin) await importAll(admin, keys);
    await until('all servers know the signals', async () => {
      const known = await Promise.all(admins.map((one) => one('listDeviceStatuses')));
      return known.every(({ length }) => length === devices);
    });
    await fleet.start();
    const quiet = await commandAll(first, { db, color: 'giallo', devices });
    const killed = await commandAll(second, { db, color: 'rosso', devices, isKilled: true });
    return { quiet, killed };
  } finally {
    await close();
    await fleet.stop();
    await cluster.stop();
  }
}

async function commandAll(
  { server, ...at }: ClusterServer,
  {
    db,
    color,
    devices,
    isKilled = false,
  }: { db: OpenDatabase['db']; color: 'giallo' | 'rosso'; devices: number; isKilled?: boolean },
): Promise<Bulk> {
  const confirmed = async () => {
    const { count } = await db
      .selectFrom('deliveries')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('value', '=', color)
      .where('state', '=', 'confermato')
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  const open = async () => {
    const rows = await db
      .selectFrom('deliveries')
      .select('id')
      .where('state', 'in', ['accettato', 'inviato'])
      .limit(1)
      .execute();
    return rows.length > 0;
  };
  const admin = await logIn(at, ADMIN);
  const startedAt = performance.now();
  // Whoever asked hears nothing when the server is killed; the command is stored, and so it is carried out.
  admin('sendCommand', { query: { type: 'semaforo' }, body: { command: color } }).catch(() => undefined);
  await until('it is well under way', async () => (await confirmed()) > devices * KILLED_AT, ENDED_WITHIN_MS);
  if (isKilled) await server.end('SIGKILL');
  await until('it has ended', async () => !(await open()), ENDED_WITHIN_MS);
  return { confirmed: await confirmed(), tookMs: Math.round(performance.now() - startedAt) };
}
