import { acceptAlertTimes } from '@semaforo/contract/domain/alert-times';
import { parseWrittenTime, romeWallTime } from '@semaforo/contract/domain/rome-time';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';
import { insertDevice } from '@semaforo/testing/rows';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRandom } from '../../test/random.ts';
import { openScheduleStage } from '../../test/schedule-stage.ts';
import { testEngines } from '../../test/test-database.ts';
import { createTestLogger } from '../../test/test-logger.ts';
import type { ChooseTargets } from '../commands/choose-targets.ts';
import type { CommandRequest } from '../commands/command-request.ts';
import { createCommandsRepository } from '../commands/commands.repository.ts';
import { ClaimLostError } from '../commands/executed-schedule.ts';
import { PROGRAM } from '../database/audit-trail.ts';
import type { Engine } from '../database/engine.ts';
import type { KnownDevice } from '../devices/known-device.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import { Refusal } from '../platform/refusal.ts';
import { createRunDueSchedules } from '../scheduling/run-due-schedules.ts';
import type { ScheduleEvent } from '../scheduling/schedule-events.ts';
import { createActOfAlert } from './act-of-alert.ts';
import type { AlertEvent } from './alert-events.ts';
import { createAlertReach } from './alert-reach.ts';
import { createAlertsRepository } from './alerts.repository.ts';
import { createAlertsAroundRepository } from './alerts-around.repository.ts';
import { createReadAround } from './around-devices.ts';
import { createDecideAlert } from './decide-alert.ts';
import { createKeepHigher } from './keep-higher.ts';
import { createPlannedEnd } from './planned-end.ts';
import { conditionOf } from './stored-alert.ts';

const MIN_MS = 60_000;
/** The nights in which Rome's clock goes back and forward: the change comes midway. */
const STARTS = ['2026-10-24T23:00:00Z', '2026-03-28T23:00:00Z'].map((time) => Date.parse(time));
const TOWNS = 8;
const STEPS = 40;

/** What the test believes of an alert, by itself. */
type Believed = {
  id: number;
  color: SignalColor;
  from: number;
  to: number;
  devices: number[];
  open: boolean;
  /** When it was seen to begin, in the order of what happened: clocks are set meanwhile. */
  begun: number | undefined;
  ended: boolean;
};

/** A Comune with three signals. A command is believed to light its lamp at once. */
async function found(engine: Engine, seed: number) {
  const random = createRandom(seed);
  const { database, due, author } = await openScheduleStage(engine);
  const { db } = database;
  let now = STARTS[seed % STARTS.length] ?? 0;
  const clock = { now: () => now };
  const logger = createTestLogger();
  const devices: KnownDevice[] = [];
  for (const number of [1, 2, 3]) {
    const topic = `/3/val/s${number}`;
    const id = await insertDevice(db, { topic, type: 'semaforo', ownerId: author.id });
    devices.push({ id, topic, name: null, type: 'semaforo', ownerId: author.id } as KnownDevice);
  }
  const chooseTargets: ChooseTargets = () => Promise.resolve({ devices, group: null });
  const alerts = createAlertsRepository(db);
  const around = createAlertsAroundRepository(db);
  const reach = createAlertReach({ chooseTargets, repository: alerts, around });
  const readAround = createReadAround({ around, reach, clock });
  const commands = createCommandsRepository(db, 'this-server');
  const lamps = new Map<number, SignalColor>();
  const causes: string[] = [];

  const accept = async (request: CommandRequest) => {
    const targets = await request.resolveTargets();
    if (targets instanceof Refusal) return targets;
    const [stored] = await commands.storeAll([
      {
        key: `${now}-${causes.length}-${request.schedule?.id}`,
        createdAt: now,
        deadlineAt: request.deadlineAt,
        author: request.author,
        origin: request.origin,
        deviceType: 'semaforo',
        value: request.value,
        sourceId: null,
        schedule: request.schedule ?? null,
        deliveries: targets.map(({ device, value }) => ({
          deviceId: device.id,
          deviceName: null,
          deviceTopic: device.topic,
          ownerId: author.id,
          value,
          previousStatus: null,
          payloads: '[]',
        })),
      },
    ]);
    if (stored instanceof ClaimLostError) throw stored;
    for (const { device, value } of targets) {
      lamps.set(device.id, value as SignalColor);
      causes.push(request.origin === 'allerta' ? `alert ${request.schedule?.id}` : request.author.username);
    }
    return new Refusal('conflict', { code: 'stored', message: 'stored' });
  };
  const events = createEventChannel<ScheduleEvent>({ name: 'schedules', logger });
  const alertEvents = createEventChannel<AlertEvent>({ name: 'alerts', logger });
  const shownBy = () => null;
  /** A restart forgets everything but the database. */
  const start = () =>
    createRunDueSchedules({
      // What it became is settled: its deliveries have ended.
      repository: {
        ...due,
        end: (claim, end) => (end.reason === 'stored' ? settled(claim.id) : due.end(claim, end)),
      },
      targetsOf: () => Promise.resolve([]),
      actOfAlert: createActOfAlert({
        ...{ repository: alerts, around, reach, readAround, shownBy, clock },
        plannedEnd: createPlannedEnd({ reach, around, readAround }),
      }),
      keepHigher: createKeepHigher({ around, readAround }),
      acceptCommand: accept as never,
      events,
      lateWithinMs: 10 * MIN_MS,
      restoredStart: () => undefined,
      clock,
      logger,
    });
  const settled = async (id: number) => {
    await db
      .updateTable('schedules')
      .set({ executed: 1, outcome: 'eseguita' })
      .where('id', '=', id)
      .execute();
    await db.updateTable('deliveries').set({ state: 'confermato', sent: 2 }).execute();
    return true;
  };
  const decide = createDecideAlert({
    needsTwo: () => Promise.resolve(false),
    repository: alerts,
    events: alertEvents,
    clock,
  });
  return {
    close: database.close,
    by: { ...author, address: null },
    ...{ random, author, devices, alerts, accept, start, decide, lamps, causes, due },
    pass: (ms: number) => (now += ms),
    now: () => now,
  };
}

type Town = Awaited<ReturnType<typeof found>>;
/** `of` is null once a person ended the alert: the color stays until an alert begins. */
type Override = { color: SignalColor; given: number; of: number | null };

/** What ought to hold, found without the product's rules: alerts, and overrides by device. */
function createBelief(town: Town) {
  const alerts: Believed[] = [];
  const overrides = new Map<number, Override>();
  /** What signals go back to when no alert is in course. */
  const former = new Map<number, SignalColor>();
  let happened = 0;
  const inCourse = (device: number) =>
    alerts
      .filter(
        ({ open, begun, ended, devices }) =>
          open && begun !== undefined && !ended && devices.includes(device),
      )
      .sort((a, b) => gravity(b) - gravity(a) || b.to - a.to || b.id - a.id);
  /** Forgets an override whose alert is over, or that a graver one ended. */
  const overrideOn = (device: number): Override | undefined => {
    const override = overrides.get(device);
    if (!override) return undefined;
    const [highest] = inCourse(device);
    const goesOn = override.of === null || inCourse(device).some(({ id }) => id === override.of);
    const isLater = highest?.begun !== undefined && highest.begun > override.given;
    if (goesOn && !(isLater && gravity(highest) > gravity(override))) return override;
    overrides.delete(device);
    return undefined;
  };
  /** A color that was kept when its alert ended is what the next alert begins from. */
  const endKept = (device: number, alert: Believed) => {
    const kept = overrides.get(device);
    const [highest, ...others] = inCourse(device);
    if (kept?.of !== null || highest !== alert) return;
    if (others.length === 0) former.set(device, kept.color);
    overrides.delete(device);
  };
  return {
    alerts,
    overrides,
    inCourse,
    overrideOn,
    /** What comes next in the order of what happens. */
    next: () => (happened += 1),
    /** What the time says now has begun or ended for good, wherever the clock is set to later. */
    observe: () => {
      const now = town.now();
      for (const alert of alerts.filter(({ open }) => open)) {
        if (alert.begun === undefined && alert.from <= now && now < alert.to) {
          alert.begun = happened += 1;
          for (const device of alert.devices) endKept(device, alert);
        }
        if (alert.to <= now) alert.ended = true;
      }
    },
    isNextNear: (device: number) =>
      alerts.some(
        ({ open, begun, from, devices }) =>
          open &&
          begun === undefined &&
          devices.includes(device) &&
          from > town.now() &&
          from <= town.now() + MIN_MS,
      ),
    colorOf: (device: number) =>
      (overrideOn(device) ?? inCourse(device)[0])?.color ??
      (town.lamps.has(device) ? (former.get(device) ?? 'verde') : undefined),
  };
}

type Belief = ReturnType<typeof createBelief>;

/** Somebody makes an alert for some of the devices. */
async function makeAlert(town: Town, belief: Belief): Promise<void> {
  const { random } = town;
  const color = SIGNAL_COLORS[1 + random(3)] ?? 'rosso';
  const begins = town.now() + random(30) * MIN_MS;
  const ends = begins + (2 + random(120)) * MIN_MS;
  const times = acceptAlertTimes({ from: asWritten(begins), to: asWritten(ends) }, town.now());
  if (!times.accepted) throw new Error(times.reason);
  const { from, to } = times;
  const devices = town.devices.map(({ id }) => id).filter(() => random(3) > 0);
  const alert = {
    owner: town.author,
    ...{
      color,
      from,
      to,
      reason: 'prova',
      drill: false,
      source: 'persona' as const,
      bulletinId: null,
      gauge: null,
      day: null,
    },
    whom: { kind: 'scelti', groupId: null, group: null, zone: null },
    deviceIds: devices,
  } as const;
  const act = { at: town.now(), author: town.by, decision: 'confermata', byPerson: true } as const;
  const id = await town.alerts.create(alert, { ...act, action: 'alerts.create' });
  belief.alerts.push({ id, color, from, to, devices, open: true, begun: undefined, ended: false });
}

async function revokeAlert(town: Town, belief: Belief): Promise<void> {
  const one = belief.alerts.find(({ open, ended, to }) => open && !ended && to > town.now());
  if (!one) return;
  const overridden = one.devices.filter((device) => belief.overrideOn(device)?.of === one.id);
  one.open = false;
  // What is kept while another alert is in course may become that one's: here it is kept only where there is none.
  const keepsOverrides = overridden.every((device) => belief.inCourse(device).length === 0);
  for (const device of overridden) {
    const kept = belief.overrides.get(device);
    if (keepsOverrides && kept) kept.of = null;
    else belief.overrides.delete(device);
  }
  const by = { actor: town.author, author: town.by, reason: undefined, endsOverrides: !keepsOverrides };
  expect(await town.decide('revoke', one.id, by)).toBeUndefined();
}

/** A click on a device with an alert in course. */
async function override(town: Town, belief: Belief): Promise<void> {
  const device = town.devices[town.random(3)];
  const [highest] = device ? belief.inCourse(device.id) : [];
  if (!device || !highest) return;
  const color = SIGNAL_COLORS[town.random(4)] ?? 'verde';
  const at = town.pass(1);
  await town.accept({
    author: town.by,
    origin: 'operatore',
    deviceType: 'semaforo',
    resolveTargets: () => [{ device, value: color }],
    value: color,
    deadlineAt: at + 10_000,
  });
  belief.overrides.set(device.id, { color, given: belief.next(), of: highest.id });
}

/** The server's clock was ahead, and is set right; not while a lamp is left for what begins within a minute. */
function setBack(town: Town, belief: Belief): Promise<void> {
  const isLeft = town.devices.some(({ id }) => belief.isNextNear(id));
  if (!isLeft) town.pass(-(1 + town.random(20)) * MIN_MS);
  return Promise.resolve();
}

/** As a person writes it: Rome's time, with the offset in the hour that comes twice. */
function asWritten(instant: number): string {
  const { date, time } = romeWallTime(instant);
  const written = `${date}T${time}`;
  return parseWrittenTime(written).kind === 'instant' ? written : new Date(instant).toISOString();
}

const ACTS = [makeAlert, makeAlert, revokeAlert, override, setBack];

/** Lets time pass and something happen; a restart forgets everything but the database. */
async function play(town: Town, belief: Belief): Promise<void> {
  const lampsAreRight = (step: number) => {
    // A lamp is left for what begins within a minute.
    for (const { id } of town.devices.filter((device) => !belief.isNextNear(device.id)))
      expect(town.lamps.get(id), `step ${step}`).toBe(belief.colorOf(id));
  };
  let runDue = town.start();
  for (let step = 0; step < STEPS; step += 1) {
    // Less than what is too late to begin.
    town.pass(1 + town.random(9) * MIN_MS + town.random(900));
    await runDue();
    belief.observe();
    lampsAreRight(step);
    const act = ACTS[town.random(ACTS.length + 1)];
    if (act) await act(town, belief);
    else runDue = town.start();
    await runDue();
    belief.observe();
    lampsAreRight(step);
  }
}

describe.each(testEngines())('alerts in random order on %s', (engine) => {
  test.each(Array.from({ length: TOWNS }, (_, seed) => seed + 1))(
    'the lamp is that of the highest alert in course or of the later override (seed %i)',
    async (seed) => {
      const town = await found(engine, seed);
      try {
        await play(town, createBelief(town));
        expect(town.causes.length).toBeGreaterThan(5);
        const isKnown = (cause: string) => cause === town.author.username || cause.startsWith('alert ');
        expect(town.causes.filter((cause) => !isKnown(cause))).toEqual([]);
      } finally {
        await town.close();
      }
    },
  );
});

describe.each(testEngines())('what the policy raises by itself on %s', (engine) => {
  let town: Town;
  beforeEach(async () => {
    town = await found(engine, 1);
  });
  afterEach(() => town.close());

  /** Rosso on all signals from now on; nobody has confirmed when it ends. */
  const raise = (forMs = 10 * MIN_MS) =>
    town.alerts.create(
      {
        ...{ owner: town.author, color: 'rosso', from: town.now(), to: town.now() + forMs },
        ...{
          reason: 'Bollettino',
          drill: false,
          source: 'bollettino',
          bulletinId: null,
          gauge: null,
          day: null,
        },
        whom: { kind: 'tutti', groupId: null, group: null, zone: null },
        deviceIds: [],
      },
      { at: town.now(), author: PROGRAM, decision: 'confermata', byPerson: false, action: 'alerts.raise' },
    );
  const confirm = (id: number) =>
    town.decide('confirm', id, { actor: town.author, author: town.by, reason: undefined });
  const shown = async (runDue: () => Promise<void>) => {
    await runDue();
    return town.devices.map(({ id }) => town.lamps.get(id));
  };

  test('is never lowered until a person confirms the end, however long that takes', async () => {
    const runDue = town.start();
    const id = await raise();
    expect(await shown(runDue)).toEqual(['rosso', 'rosso', 'rosso']);
    town.pass(40 * 60 * MIN_MS);
    expect(await shown(runDue)).toEqual(['rosso', 'rosso', 'rosso']);
    expect(await confirm(id)).toBeUndefined();
    expect(await shown(runDue)).toEqual(['verde', 'verde', 'verde']);
  });

  test('keeps what a person set by hand when its end is confirmed late', async () => {
    const runDue = town.start();
    const id = await raise();
    await runDue();
    const [device] = town.devices;
    if (!device) throw new Error('the town has no device');
    const at = town.pass(1);
    await town.accept({
      ...{ author: town.by, origin: 'operatore', deviceType: 'semaforo', value: 'giallo' },
      resolveTargets: () => [{ device, value: 'giallo' }],
      deadlineAt: at + 10_000,
    });
    town.pass(10 * MIN_MS);
    expect(await shown(runDue)).toEqual(['giallo', 'rosso', 'rosso']);
    expect(await confirm(id)).toBeUndefined();
    expect(await shown(runDue)).toEqual(['giallo', 'verde', 'verde']);
  });

  test('ends by itself once a person has confirmed it before', async () => {
    const runDue = town.start();
    const id = await raise();
    await runDue();
    expect(await confirm(id)).toBeUndefined();
    expect(await shown(runDue)).toEqual(['rosso', 'rosso', 'rosso']);
    town.pass(10 * MIN_MS);
    expect(await shown(runDue)).toEqual(['verde', 'verde', 'verde']);
  });

  test('is missed when it was over before a server could begin it, and holds no lamp', async () => {
    const id = await raise(MIN_MS);
    town.pass(2 * MIN_MS);
    expect(await shown(town.start())).toEqual([undefined, undefined, undefined]);
    const alert = await town.alerts.find(id);
    expect(alert?.begin).toMatchObject({
      outcome: 'mancata',
      reason: expect.stringContaining('già finita') as string,
    });
    expect(alert && conditionOf(alert, town.now())).toEqual({ state: 'conclusa', awaits: null });
  });
});

function gravity({ color }: { color: SignalColor }): number {
  return SIGNAL_COLORS.indexOf(color);
}
