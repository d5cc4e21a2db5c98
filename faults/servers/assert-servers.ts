import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { isUnderWay } from '@semaforo/contract/domain/delivery-state';
import { isSignalColor } from '@semaforo/contract/domain/signal-color';
import { openDatabase } from '@semaforo/server/database/engine';
import { assertSignals } from '@semaforo/testing/assert-signals';
import type { ReportLog } from '@semaforo/testing/signal-reports';
import { assertOrder } from './assert-order.ts';
import type { Cluster } from './cluster.ts';
import type { Operators } from './operators.ts';

type Findings = { cluster: Cluster; operators: Operators; log: ReportLog; reportedWithinMs: number };
type Delivery = Awaited<ReturnType<typeof readDeliveries>>[number];

/** What is wrong once all is calm, by invariant. */
export async function assertServers(findings: Findings): Promise<[string, string[]][]> {
  const { cluster, operators, log } = findings;
  const deliveries = await readDeliveries(cluster.databaseUrl);
  const ofSignals = [...log.signals].map(([key, { commanded }]) => ({
    key,
    commanded,
    own: deliveries.filter(({ device_topic }) => device_topic === key),
  }));
  const crashes = cluster.servers.flatMap(({ name, server }) =>
    server.crashes.map((crash) => `${name}: ${crash}`),
  );
  return [
    ['no acknowledged command is lost, none stays open', assertLost(operators.acknowledged, deliveries)],
    [
      'of each signal no command is executed after a later one',
      ofSignals.flatMap(({ key, commanded, own }) =>
        assertOrder(commanded, own.flatMap(toCommitted)).map((what) => `${key}: ${what}`),
      ),
    ],
    [
      'the last committed is the last that reached it',
      ofSignals.flatMap(({ key, commanded, own }) => {
        const newest = own.at(-1);
        const lit = commanded.findLast(({ on }) => on)?.lamp;
        if (newest?.state !== 'confermato' || newest.value === lit) return [];
        return [`${key}: told ${lit}, the last command was ${newest.value}`];
      }),
    ],
    [
      'no page shows what a signal did not say, nothing is told that no command asks',
      await assertPages(findings, deliveries),
    ],
    ['no server ends by itself', crashes],
    ['once all is mended each signal obeys on every server', await assertObedience(operators)],
  ];
}

async function readDeliveries(databaseUrl: string) {
  const database = openDatabase({ databaseUrl, dataDir: '' });
  try {
    return await database.db
      .selectFrom('deliveries')
      .select(['id', 'command_id', 'device_topic', 'value', 'state', 'created_at'])
      .orderBy('id')
      .execute();
  } finally {
    await database.close();
  }
}

function toCommitted({ value, created_at: at }: Delivery) {
  return isSignalColor(value) ? [{ lamp: value, at }] : [];
}

function assertLost(acknowledged: readonly number[], deliveries: readonly Delivery[]): string[] {
  const stored = new Set(deliveries.map(({ command_id }) => command_id));
  const gone = acknowledged.filter((id) => !stored.has(id)).map((id) => `command ${id} is not there`);
  const open = deliveries.filter(({ state }) => isUnderWay(state));
  return [...gone, ...open.map(({ id, state }) => `delivery ${id} is ${state}`)];
}

async function assertPages(
  { operators, log, reportedWithinMs }: Findings,
  deliveries: readonly Delivery[],
): Promise<string[]> {
  const [admin] = operators.admins;
  const ids = [...new Set(deliveries.map(({ command_id }) => command_id))];
  const commands = [];
  for (const commandId of ids) if (admin) commands.push(await admin('getCommand', { params: { commandId } }));
  const wrong: string[] = [];
  for (const [index, page] of operators.admins.entries()) {
    const records: DeviceStatusRecord[] = await page('listDeviceStatuses');
    const found = assertSignals({
      ...{ words: log.signals, records, commands, reportedWithinMs },
      // Whoever is cut off from all servers does not obey: that is judged once all is mended.
      isGood: () => false,
    });
    // Of a schedule the deadline is longer, and when it acted is judged apart.
    for (const { invariant, key, what } of found)
      if (invariant !== 'late-message' || operators.keys.includes(key))
        wrong.push(`server ${index + 1}: ${invariant} ${key} ${what}`);
    for (const { topic, out_of_sync } of records)
      if (out_of_sync) wrong.push(`server ${index + 1}: ${topic} out_of_sync`);
  }
  return wrong;
}

async function assertObedience(operators: Operators): Promise<string[]> {
  try {
    await operators.confirmAll('rosso');
    return [];
  } catch (error) {
    return [String(error)];
  }
}
