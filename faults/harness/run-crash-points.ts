import { setTimeout } from 'node:timers/promises';
import { logIn } from '@semaforo/client';
import { createFleet } from '@semaforo/simulator/fleet';
import { ADMIN } from '@semaforo/testing/credentials';
import { createKillableServer, type ServerLife } from '@semaforo/testing/killable-server';
import { startOutsideBroker } from '@semaforo/testing/outside-broker';
import { until } from '@semaforo/testing/until';
import type { Crash } from './crash-plan.ts';
import { type Comune, devicesOf, openCrashTown, type Records } from './crash-town.ts';
import { type CrashEngine, databaseSettings, onEngine } from './on-engine.ts';
import { assert } from './verdict.ts';
import type { Violation } from './violation.ts';
import { type Received, startWitness } from './witness.ts';

export type CrashRun = {
  engine: CrashEngine;
  broker: string;
  /**
   * How many crashes happened at the planned point. In `misses` are those where the server did not reach its point in
   * time and was killed elsewhere.
   */
  hits: number;
  misses: Crash[];
  clicks: number;
  violations: Violation[];
  /** Acts whose time was over before a busy machine had the server back: that such a one was missed is no violation. */
  late: Crash[];
  records: Records;
  /** Command messages that repeated an earlier message to the same device. */
  repeatedWrites: number;
  tookMs: number;
};

/** How long a ready server may take until it reaches the point at which it must crash. */
const HIT_WITHIN_MS = 20_000;
/** A press counts for ten seconds, of which the confirmation may take two. */
const BACK_WITHIN_MS = 6000;
/** Long enough for a mute signal, whose delivery ends at its deadline. */
const QUIET_WITHIN_MS = 60_000;

/**
 * Kills a server at each crash of the plan and starts it again each time; at the end lets it finish, and judges what
 * it did. Undefined when PostgreSQL is asked for and this machine has none.
 */
export function runCrashPoints(options: {
  engine: CrashEngine;
  plan: readonly Crash[];
}): Promise<CrashRun | undefined> {
  return onEngine(options.engine, (on) => crashAll({ ...options, ...on }));
}

type Options = Parameters<typeof runCrashPoints>[0] & Parameters<Parameters<typeof onEngine>[1]>[0];

/** Adds to `stops` a function for each thing that it starts. */
async function crashAll(options: Options): Promise<CrashRun> {
  const { databaseUrl, stops } = options;
  const begunAt = Date.now();
  const broker = await startOutsideBroker();
  stops.push(broker.stop);
  const server = await createKillableServer({
    brokerPort: broker.port,
    settings: { COMMAND_CONFIRM_MS: '2000', ...databaseSettings(databaseUrl) },
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
  const late = new Set<Comune>();
  let injected: { comune: Comune; at: number }[] = [];
  const crashed: Violation[] = [];
  let hits = 0;
  let clicks = 0;

  /** Runs the server once, from its start to its crash. */
  const live = async (comune: Comune) => {
    const { crash, lantern } = comune;
    if (crash.atStart) await inject(comune);
    const life = server.start();
    if (!crash.atStart) {
      await untilQuiet(life);
      await inject(comune);
    }
    if (lantern) {
      clicks += 1;
      // The server may crash before it answers.
      await admin('toggleLantern', { params: { id: String(lantern.id) } }).catch(() => undefined);
    }
    await life.untilReady();
    const ending = await life.untilEnded(HIT_WITHIN_MS);
    if (ending === 'at its point') hits += 1;
    else if (ending === undefined) misses.push(crash);
    else reportViolationLife(`${crash.number} (${crash.act}, ${crash.point}:${crash.pass})`, life);
    await life.end('SIGKILL');
    server.arm(undefined);
    await setTimeout(crash.downMs);
  };
  const reportViolationLife = (which: string, life: ServerLife) =>
    crashed.push({ kind: 'crashed', what: `${which}: the server ended by itself:\n${life.output()}` });
  const inject = async (comune: Comune) => {
    server.arm(comune.crash);
    injected.push({ comune, at: Date.now() });
    await town.plan(comune);
  };
  /** The server is there again, and does what the crash before left undone. */
  const back = () => {
    for (const { comune, at } of injected) if (Date.now() - at > BACK_WITHIN_MS) late.add(comune);
    injected = [];
  };
  const assertOf = (comune: Comune, records: Records) =>
    assert(comune, records, witness.received).filter(({ kind }) => kind !== 'missed' || !late.has(comune));
  const untilQuiet = async (life: ServerLife) => {
    if (!(await life.untilReady())) throw new Error(`the server did not come back:\n${life.output()}`);
    back();
    await untilDone('all is quiet', town.isQuiet, life);
  };
  /** Each later crash would wait as long for the same rows: the run ends with them. */
  const untilDone = (awaited: string, probe: () => Promise<boolean>, life: ServerLife) =>
    until(awaited, probe, QUIET_WITHIN_MS).catch(async (error: unknown) => {
      const left = JSON.stringify(await town.unfinished(), null, 2);
      throw new Error(`${String(error)}:\n${left}\n${life.output()}`);
    });

  for (const comune of comuni) await live(comune);
  const last = server.start();
  await untilQuiet(last);
  await untilDone('no mute signal is waited for', town.isAllEnded, last);
  if (last.ending()) reportViolationLife('the last life', last);
  await last.end('SIGTERM');
  const records = await town.read();
  return {
    engine: options.engine,
    broker: broker.name,
    hits,
    misses,
    clicks,
    violations: [...crashed, ...comuni.flatMap((comune) => assertOf(comune, records))],
    late: [...late].map(({ crash }) => crash),
    records,
    repeatedWrites: countRepeated(witness.received),
    tookMs: Date.now() - begunAt,
  };
}

/**
 * Creates the schema and the first admin. Resolves to that admin's client, which later starts of the server accept
 * too.
 */
async function firstLife(server: Awaited<ReturnType<typeof createKillableServer>>) {
  const life = server.start();
  if (!(await life.untilReady())) throw new Error(`the server did not start:\n${life.output()}`);
  const admin = await logIn(server, ADMIN);
  await life.end('SIGTERM');
  return admin;
}

function countRepeated(received: Received): number {
  const sent = received.filter(({ isCommand }) => isCommand);
  return sent.length - new Set(sent.map(({ key, channel, payload }) => `${key} ${channel} ${payload}`)).size;
}
