import { setTimeout } from 'node:timers/promises';
import { logIn } from '@semaforo/client';
import { createFleet } from '@semaforo/simulator/fleet';
import { ADMIN } from '@semaforo/testing/credentials';
import { createKillableServer, type ServerLife } from '@semaforo/testing/killable-server';
import { startOutsideBroker } from '@semaforo/testing/outside-broker';
import { startPostgres } from '@semaforo/testing/postgres';
import { until } from '@semaforo/testing/until';
import type { Crash } from './crash-plan.ts';
import { type Comune, devicesOf, openCrashTown, type Records } from './crash-town.ts';
import { judge } from './verdict.ts';
import type { Violation } from './violation.ts';
import { type Heard, startWitness } from './witness.ts';

export type CrashEngine = 'sqlite' | 'postgres';

export type CrashRun = {
  engine: CrashEngine;
  broker: string;
  /** Crashes at the very point planned; `misses` are those where the server did not come by in time and was killed all the same. */
  hits: number;
  misses: Crash[];
  clicks: number;
  violations: Violation[];
  records: Records;
  /** Commands that told a device something it had been told before. */
  repeatedWrites: number;
  tookMs: number;
};

/** How long an armed server that is ready has to come by its point. */
const HIT_WITHIN_MS = 6000;
/** A mute signal is waited for as long as a schedule's deadline. */
const QUIET_WITHIN_MS = 60_000;

/**
 * Kills a server at each crash of the plan, starts it again each time, lets it finish in the end, and judges. Undefined without PostgreSQL
 * where it is asked for.
 */
export async function runCrashPoints(options: {
  engine: CrashEngine;
  plan: readonly Crash[];
}): Promise<CrashRun | undefined> {
  const stops: Stop[] = [];
  try {
    const postgres = options.engine === 'postgres' ? await startPostgres() : undefined;
    if (options.engine === 'postgres' && !postgres) return undefined;
    if (postgres) stops.push(postgres.stop);
    return await crashAll({ ...options, databaseUrl: postgres?.url, stops });
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

type Stop = () => Promise<void> | void;

/** Pushes to `stops` how to stop each thing that it starts. */
async function crashAll(options: {
  engine: CrashEngine;
  plan: readonly Crash[];
  databaseUrl: string | undefined;
  stops: Stop[];
}): Promise<CrashRun> {
  const { databaseUrl, stops } = options;
  const begunAt = Date.now();
  const broker = await startOutsideBroker();
  stops.push(broker.stop);
  const server = await createKillableServer({
    brokerPort: broker.port,
    settings: { COMMAND_CONFIRM_MS: '2000', ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) },
  });
  stops.push(server.remove);
  const admin = await firstLife(server);
  const town = openCrashTown({ databaseUrl, dataDir: server.dataDir });
  stops.push(town.close);
  const comuni: Comune[] = [];
  for (const crash of options.plan) comuni.push(await town.found(crash));
  const witness = await startWitness(broker.port);
  stops.push(witness.stop);
  const fleet = createFleet({
    broker: { host: '127.0.0.1', port: broker.port },
    devices: comuni.flatMap(devicesOf),
    connections: 8,
  });
  stops.push(fleet.stop);
  await fleet.start();

  const misses: Crash[] = [];
  const crashed: Violation[] = [];
  let hits = 0;
  let clicks = 0;

  /** One life that ends by a crash. */
  const live = async (comune: Comune) => {
    const { crash, lantern } = comune;
    if (crash.atStart) await provoke(comune);
    const life = server.start();
    if (!crash.atStart) {
      await untilQuiet(life);
      await provoke(comune);
    }
    if (lantern) {
      clicks += 1;
      // It may die before it answers.
      await admin('toggleLantern', { params: { id: String(lantern.id) } }).catch(() => undefined);
    }
    await life.untilReady();
    const ending = await life.untilEnded(HIT_WITHIN_MS);
    if (ending === 'at its point') hits += 1;
    else if (ending === undefined) misses.push(crash);
    else blameLife(`${crash.number} (${crash.act}, ${crash.point}:${crash.pass})`, life);
    await life.end('SIGKILL');
    server.arm(undefined);
    await setTimeout(crash.downMs);
  };
  const blameLife = (which: string, life: ServerLife) =>
    crashed.push({ kind: 'crashed', what: `${which}: the server ended by itself:\n${life.output()}` });
  const provoke = async (comune: Comune) => {
    server.arm(comune.crash);
    await town.plan(comune);
  };
  const untilQuiet = async (life: ServerLife) => {
    if (!(await life.untilReady())) throw new Error(`the server did not come back:\n${life.output()}`);
    // What never ends is a matter for the judge.
    await until('all is quiet', town.isQuiet, QUIET_WITHIN_MS).catch(() => undefined);
  };

  for (const comune of comuni) await live(comune);
  const last = server.start();
  await untilQuiet(last);
  await until('no mute signal is waited for', town.isAllEnded, QUIET_WITHIN_MS).catch(() => undefined);
  if (last.ending()) blameLife('the last life', last);
  await last.end('SIGTERM');
  const records = await town.read();
  return {
    engine: options.engine,
    broker: broker.name,
    hits,
    misses,
    clicks,
    violations: [...crashed, ...comuni.flatMap((comune) => judge(comune, records, witness.heard))],
    records,
    repeatedWrites: countRepeated(witness.heard),
    tookMs: Date.now() - begunAt,
  };
}

/** Makes the schema and the first admin; resolves to that admin's calls, good for all later lives. */
async function firstLife(server: Awaited<ReturnType<typeof createKillableServer>>) {
  const life = server.start();
  if (!(await life.untilReady())) throw new Error(`the server did not start:\n${life.output()}`);
  const admin = await logIn(server, ADMIN);
  await life.end('SIGTERM');
  return admin;
}

function countRepeated(heard: Heard): number {
  const told = heard.filter(({ isCommand }) => isCommand);
  return told.length - new Set(told.map(({ key, channel, payload }) => `${key} ${channel} ${payload}`)).size;
}
