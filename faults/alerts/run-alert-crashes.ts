import { setTimeout as delay } from 'node:timers/promises';
import { logIn } from '@semaforo/client';
import { type OpenDatabase, openDatabase } from '@semaforo/server/database/engine';
import { createFleet } from '@semaforo/simulator/fleet';
import { ADMIN } from '@semaforo/testing/credentials';
import {
  createKillableServer,
  type KillableServer,
  type ServerLife,
} from '@semaforo/testing/killable-server';
import { startOutsideBroker } from '@semaforo/testing/outside-broker';
import { createReportLog } from '@semaforo/testing/signal-reports';
import { until } from '@semaforo/testing/until';
import { type CrashEngine, databaseSettings, onEngine } from '../harness/on-engine.ts';
import { type AlertCrash, describeCrash } from './alert-crashes.ts';
import { type AlertRecords, isAllDone, isQuiet, readAlertRecords } from './alert-records.ts';
import { assertSquare } from './assert-square.ts';
import { foundSquares } from './found-squares.ts';
import { createInject } from './inject.ts';
import type { AlertViolation, Square } from './square.ts';

export type AlertRun = {
  engine: CrashEngine;
  /** Crashes at their moment or point; `misses` were killed elsewhere. */
  hits: number;
  misses: AlertCrash[];
  violations: AlertViolation[];
  records: AlertRecords;
  tookMs: number;
};

const HIT_WITHIN_MS = 6000;
const QUIET_WITHIN_MS = 60_000;
const ALL_DONE_WITHIN_MS = 300_000;

/**
 * Kills a server around the beginnings and ends of alerts, starts it again each time, and at last lets it finish.
 * Undefined when PostgreSQL is asked for and this machine has none. Ends early at `endBy` (epoch ms).
 */
export function runAlertCrashes(options: {
  engine: CrashEngine;
  plan: readonly AlertCrash[];
  endBy: number;
}): Promise<AlertRun | undefined> {
  return onEngine(options.engine, (on) => crashAll({ ...options, ...on }));
}

type Options = Parameters<typeof runAlertCrashes>[0] & Parameters<Parameters<typeof onEngine>[1]>[0];

async function crashAll(options: Options): Promise<AlertRun> {
  const begunAt = Date.now();
  const { server, squares, db, log } = await openTown(options);
  const inject = createInject(
    db,
    (key, color) => log.signals.get(key)?.reported.some(({ lamp, on }) => on && lamp === color) === true,
  );
  const misses: AlertCrash[] = [];
  const violations: AlertViolation[] = [];
  let replayed = 0;
  for (const square of squares) {
    if (Date.now() > options.endBy) break;
    replayed += 1;
    // One that a busy machine could not provoke in time is told, and judged by what came of it; the others go on.
    const ending = await crashAround({ square, server, inject, isQuiet: () => isQuiet(db) }).catch(String);
    if (ending === 'missed') misses.push(square.crash);
    else if (ending !== 'hit')
      violations.push({ kind: 'crashed', what: `${describeCrash(square.crash)}: ${ending}` });
    server.arm(undefined);
    await delay(square.crash.downMs);
  }
  const met = squares.slice(0, replayed);
  const records = await finish(server, db, met);
  for (const square of met)
    violations.push(
      ...assertSquare(square, log.signals.get(square.key) ?? { reported: [], commanded: [] }, records),
    );
  const { engine } = options;
  return {
    engine,
    hits: replayed - misses.length,
    misses,
    violations,
    records,
    tookMs: Date.now() - begunAt,
  };
}

/** A server that has lived once, its squares and their signals; adds to `stops` a function for each thing it starts. */
async function openTown({ plan, databaseUrl, stops }: Options) {
  const broker = await startOutsideBroker();
  stops.push(broker.stop);
  const settings = databaseSettings(databaseUrl);
  const server = await createKillableServer({ brokerPort: broker.port, settings });
  stops.push(server.remove);
  const first = server.start();
  if (!(await first.untilReady())) throw new Error(`the server did not start:\n${first.output()}`);
  const squares = await foundSquares(server, await logIn(server, ADMIN), plan);
  const { db, close } = openDatabase({ databaseUrl, dataDir: server.dataDir });
  stops.push(close);
  const log = createReportLog(squares.map(({ key }) => key));
  const fleet = createFleet({
    broker: { host: '127.0.0.1', port: broker.port },
    devices: squares.map(({ key }) => ({
      key,
      type: 'semaforo',
      behaviour: { kind: 'obedient' },
      shows: 'verde',
    })),
    connections: 8,
    onMessage: log.note,
  });
  stops.push(fleet.stop);
  await fleet.start();
  await first.end('SIGTERM');
  return { server, squares, db, log };
}

/** Lets the server do all that is left, and people confirm what a machine raised. */
async function finish(
  server: KillableServer,
  db: OpenDatabase['db'],
  met: readonly Square[],
): Promise<AlertRecords> {
  const last = server.start();
  if (!(await last.untilReady())) throw new Error(`the server did not come back:\n${last.output()}`);
  await until('all is done', () => isAllDone(db), ALL_DONE_WITHIN_MS).catch(() => undefined);
  await confirmRaised(met);
  await until('all has ended', () => isAllDone(db), QUIET_WITHIN_MS).catch(() => undefined);
  const records = await readAlertRecords(db);
  await last.end('SIGTERM');
  return records;
}

/** Runs the server until it dies as planned; resolves to how that went, or to what it printed. */
async function crashAround({
  square,
  server,
  inject,
  isQuiet: isStill,
}: {
  square: Square;
  server: KillableServer;
  inject: ReturnType<typeof createInject>;
  isQuiet: () => Promise<boolean>;
}): Promise<'hit' | 'missed' | string> {
  const { crash } = square;
  const life = server.start();
  if (!(await life.untilReady())) return life.output();
  // If it never becomes quiet, what is judged tells.
  await until('all is quiet', isStill, QUIET_WITHIN_MS).catch(() => undefined);
  const { instant, atInstant } = await inject(square).catch(async (error: unknown) => {
    await life.end('SIGKILL');
    throw error;
  });
  const waitUntil = (at: number) => delay(Math.max(0, at - Date.now()));
  // The server may die before it answers.
  const act = async () => {
    await waitUntil(instant);
    await atInstant?.().catch(() => undefined);
  };
  if ('offsetMs' in crash) {
    void act();
    await waitUntil(instant + crash.offsetMs);
    await life.end('SIGKILL');
    return 'hit';
  }
  if (!crash.atStart) return untilPoint(server, life, { crash, act });
  await life.end('SIGKILL');
  const next = server.start();
  return untilPoint(server, next, {
    crash,
    act: async () => ((await next.untilReady()) ? act() : undefined),
  });
}

async function untilPoint(
  server: KillableServer,
  life: ServerLife,
  { crash, act }: { crash: Extract<AlertCrash, { pass: number }>; act: () => Promise<void> },
): Promise<'hit' | 'missed' | string> {
  server.arm(crash);
  void act();
  await life.untilReady();
  const ending = await life.untilEnded(HIT_WITHIN_MS);
  await life.end('SIGKILL');
  if (ending === 'otherwise') return life.output();
  return ending === undefined ? 'missed' : 'hit';
}

/** What a machine raised is still lit long after its end, until a person confirms that it is over. */
async function confirmRaised(squares: readonly Square[]): Promise<void> {
  for (const { crash, author, alerts, expected } of squares) {
    const [id] = alerts;
    if (crash.act !== 'raised' || id === undefined) continue;
    expected.push({ color: 'verde', notBefore: Date.now() });
    // One that is over already was never lit: what is judged tells.
    await author.client('confirmAlert', { params: { id }, body: {} }).catch(() => undefined);
  }
}
