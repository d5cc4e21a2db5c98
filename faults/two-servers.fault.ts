// Two servers share one PostgreSQL and one outside broker with 1,000 schedules. Each schedule must be executed once,
// and none early. Usage: `tsx faults/two-servers.fault.ts [COUNT]`.

import { openDatabase } from '@semaforo/server/database/engine';
import { createFleet } from '@semaforo/simulator/fleet';
import { outsideBrokerSettings } from '@semaforo/testing/broker-settings';
import { startBuiltServer } from '@semaforo/testing/built-server';
import { startOutsideBroker } from '@semaforo/testing/outside-broker';
import { startPostgres } from '@semaforo/testing/postgres';
import { until } from '@semaforo/testing/until';
import { type Planned, planSchedules, readExecutions } from './harness/many-schedules.ts';
import { type Received, startWitness } from './harness/witness.ts';

const SCHEDULES = Number(process.argv[2] ?? 1000);
const COMUNI = 20;
const FIRST_DUE_IN_MS = 5000;
const DUE_EVERY_MS = 40;
const ENDED_WITHIN_MS = SCHEDULES * DUE_EVERY_MS + 60_000;

const stops: (() => Promise<void> | void)[] = [];
try {
  const postgres = await startPostgres();
  if (postgres) {
    stops.push(postgres.stop);
    process.exitCode = (await run(postgres.url)) ? 0 : 1;
  } else {
    console.log('Tralasciati i due server: PostgreSQL non c’è');
  }
} finally {
  for (const stop of stops.reverse()) await stop();
}

/** Resolves to true when each schedule was executed once, and none early. */
async function run(databaseUrl: string): Promise<boolean> {
  const broker = await startOutsideBroker();
  stops.push(broker.stop);
  for (let server = 0; server < 2; server += 1) {
    const { stop } = await startBuiltServer({
      DATABASE_URL: databaseUrl,
      SECRET_KEY: 'chiave-comune-ai-due-server-di-prova',
      ...outsideBrokerSettings(broker.port),
    });
    stops.push(stop);
  }
  const database = openDatabase({ databaseUrl, dataDir: '' });
  stops.push(database.close);
  const witness = await startWitness(broker.port);
  stops.push(witness.stop);
  const keys = Array.from({ length: COMUNI }, (_, index) => `/3/due/s${index + 1}`);
  const fleet = createFleet({
    broker: { host: '127.0.0.1', port: broker.port },
    devices: keys.map((key) => ({ key, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' })),
  });
  stops.push(fleet.stop);
  await fleet.start();

  const planned = await planSchedules(database.db, {
    keys,
    count: SCHEDULES,
    firstAt: Date.now() + FIRST_DUE_IN_MS,
    everyMs: DUE_EVERY_MS,
  });
  const readings = () => readExecutions(database.db);
  await until(
    'every schedule has ended',
    async () => (await readings()).every(({ outcome }) => outcome !== null && outcome !== 'in corso'),
    ENDED_WITHIN_MS,
  );
  await until('the last lamp is lit', () => lampsLit(witness.received).length >= SCHEDULES, ENDED_WITHIN_MS);

  const executions = await readings();
  const executed = executions.filter(({ outcome, commands }) => outcome === 'eseguita' && commands === 1);
  const servers = new Set(executions.map(({ servedBy }) => servedBy)).size;
  const lit = lampsLit(witness.received);
  const early = earlyOnes(planned, lit);
  console.log(
    `two servers with ${broker.name}: ${SCHEDULES} schedules, ${executed.length} executed once and on time by ${servers} servers, ` +
      `${lit.length} lamps lit, ${early} early`,
  );
  return executed.length === SCHEDULES && lit.length === SCHEDULES && early === 0;
}

/** Each execution lights one lamp of one signal. */
function lampsLit(received: Received): Received {
  return received.filter(({ isCommand, payload }) => isCommand && payload === '1');
}

/** How many schedules were executed early: the nth lamp of a signal was lit before its nth schedule was due. */
function earlyOnes(planned: readonly Planned[], lit: Received): number {
  const keys = [...new Set(planned.map(({ key }) => key))];
  return keys.flatMap((key) => {
    const litAt = lit.filter((one) => one.key === key);
    const due = planned.filter((one) => one.key === key);
    return due.filter(({ executeAt }, index) => (litAt[index]?.at ?? Infinity) < executeAt);
  }).length;
}
