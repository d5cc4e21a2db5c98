import { planRoutes } from '@semaforo/contract/api/plans';
import { scheduleRoutes } from '@semaforo/contract/api/schedules';
import type { Kysely } from 'kysely';
import type { AcceptCommand } from '../commands/accept-command.ts';
import type { ChooseTargets } from '../commands/choose-targets.ts';
import type { SecondPerson } from '../commands/second-person.port.ts';
import type { ClockAgreement } from '../database/clock-agreement.ts';
import type { Engine } from '../database/engine.ts';
import type { Database } from '../database/schema.ts';
import type { LiveFeed } from '../live/live-feed.port.ts';
import type { Notify } from '../notifications/notification.ts';
import type { Clock, MonotonicClock } from '../platform/clock.ts';
import { type ClockStep, createClockWatch } from '../platform/clock-watch.ts';
import { createEventChannel, type Events } from '../platform/event-channel.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { createAppointPlans } from './appoint-plans.ts';
import { createClockStepsRepository } from './clock-steps.repository.ts';
import { createCreateSchedule } from './create-schedule.ts';
import { createDevicesOfTime } from './devices-of-time.ts';
import { createDueSchedulesRepository } from './due-schedules.repository.ts';
import { createPlanManagement } from './manage-plans.ts';
import { createPlanHandlers, planRequest } from './plan.routes.ts';
import { createPlanRecords } from './plan-records.ts';
import { createPlansRepository } from './plans.repository.ts';
import { createRecentCommands } from './recent-commands.ts';
import { createRunDueSchedules } from './run-due-schedules.ts';
import type { ActOfAlert, KeepHigher } from './run-schedule.ts';
import { createScheduleHandlers } from './schedule.routes.ts';
import type { ScheduleEvent } from './schedule-events.ts';
import { newsOfMissed } from './schedule-news.ts';
import { createScheduleRunner } from './schedule-runner.ts';
import { createTargetsOf } from './schedule-targets.ts';
import { createSchedulesRepository } from './schedules.repository.ts';

/** Devices may be told their places, and another server's plans may be near. */
const APPOINT_EVERY_MS = 60_000;

type Deps = {
  db: Kysely<Database>;
  engine: Engine;
  /** Identifies this server among those on one database; the same after a restart. */
  serverId: string;
  /** Brings the list of devices up to what other servers did. */
  refreshDevices: () => Promise<void>;
  chooseTargets: ChooseTargets;
  secondPerson: SecondPerson;
  acceptCommand: AcceptCommand;
  /** What became of deliveries, and so of the schedules that asked for them. */
  outcomes: Events<{ endedSchedules: readonly ScheduleEvent[] }>;
  alerts: {
    actOfAlert: ActOfAlert;
    keepHigher: KeepHigher;
    /** The beginning or the end of an alert went on. */
    announceStep: (step: { alertId: number; authorId: number | null }) => void;
    /** When it was decided, its beginning or its end was appointed, and may be due at once. */
    events: Events<{ what: string }>;
  };
  feed: LiveFeed;
  /** A schedule that is later than this does not run any more. */
  lateMs: number;
  /** When the first server started on a restored backup; undefined where there was none. */
  restoredStart: () => number | undefined;
  notify: Notify;
  clockAgreement: Pick<ClockAgreement, 'isOff'>;
  clock: Clock;
  monotonicClock: MonotonicClock;
  logger: Logger;
};

/** Commands for later, once or again and again (docs/rules.md#recurring-plans). */
export function createSchedulingModule(deps: Deps) {
  const { db, engine, serverId, acceptCommand, alerts, feed, secondPerson, clock, monotonicClock, logger } =
    deps;
  const events = createEventChannel<ScheduleEvent>({ name: 'schedule-events', logger });
  const repository = createSchedulesRepository(db);
  const dueSchedules = createDueSchedulesRepository(db, engine, serverId);
  const clockSteps = createClockStepsRepository(db);
  const plans = createPlansRepository(db);
  const targetsOf = createTargetsOf({ ...deps, repository, devicesOfTime: createDevicesOfTime(plans) });
  const runDue = createRunDueSchedules({
    repository: dueSchedules,
    targetsOf,
    actOfAlert: alerts.actOfAlert,
    keepHigher: alerts.keepHigher,
    acceptCommand,
    events,
    lateWithinMs: deps.lateMs,
    restoredStart: deps.restoredStart,
    clock,
    logger,
  });
  const runner = createScheduleRunner({
    runDue: async () => {
      if (deps.clockAgreement.isOff()) return;
      await deps.refreshDevices();
      await runDue();
    },
    nextDueAfter: dueSchedules.nextDueAfter,
    clock,
    logger,
  });
  const newsOf = async ({ scheduleId, authorId }: ScheduleEvent) => {
    const schedule = await repository.findAny(scheduleId);
    return schedule ? [newsOfMissed(schedule, authorId)] : [];
  };
  events.subscribe((event) => {
    const { alertId, authorId, outcome, planId } = event;
    if (outcome === null) runner.reconsider();
    if (outcome === 'mancata' && alertId === null) deps.notify(() => newsOf(event));
    if (alertId !== null) return alerts.announceStep({ alertId, authorId });
    if (planId !== null) feed.changed('plans_changed', [authorId]);
    // What was missed of a plan is among the warnings of the schedules.
    feed.changed('schedules_changed', [authorId]);
  });
  deps.outcomes.subscribe(({ endedSchedules }) => endedSchedules.forEach(events.publish));
  alerts.events.subscribe(({ what }) => {
    if (what === 'decisa') runner.reconsider();
  });

  const storeStep = async (step: ClockStep) => {
    logger.warn(step, 'the clock was set');
    try {
      await clockSteps.add(step);
      // Schedules may run at another moment than planned.
      feed.changed('schedules_changed', 'everyone');
    } catch (error) {
      logger.error({ err: error }, 'a step of the clock could not be stored');
    }
  };
  // No one waits for it: it never rejects, and logs a step that is not stored.
  const clockWatch = createClockWatch({ clock, monotonicClock, stepped: (step) => void storeStep(step) });

  const createSchedule = createCreateSchedule({ ...deps, repository, events });
  secondPerson.onApproved('pianificazione', ({ asker, address, request }) =>
    createSchedule(scheduleRoutes.createSchedule.body.parse(request), {
      ...{ actor: asker, address: address ?? '', approved: true },
    }),
  );
  const appointPlans = createAppointPlans({ ...deps, repository: plans });
  const appointInTime = async () => {
    if (!deps.clockAgreement.isOff()) await appointPlans();
  };
  const appointing = createInterval({
    name: 'plans',
    everyMs: APPOINT_EVERY_MS,
    logger,
    work: appointInTime,
  });
  const management = createPlanManagement({
    ...deps,
    repository: plans,
    appointPlans,
    changed: (authorId) => feed.changed('plans_changed', [authorId]),
  });
  secondPerson.onApproved('piano', ({ asker, address, request }) => {
    const author = { id: asker.id, username: asker.username, address };
    return management.create(planRequest(planRoutes.createPlan.body.parse(request)), {
      actor: asker,
      author,
    });
  });
  const records = createPlanRecords({
    ...deps,
    repository: plans,
    recentCommands: createRecentCommands(db),
  });
  return {
    name: 'scheduling',
    routes: {
      ...createScheduleHandlers({ repository, clockSteps, createSchedule, targetsOf, events, clock }),
      ...createPlanHandlers({ repository: plans, management, records }),
    },
    /** Resolves once what was due before is dealt with. */
    start: async () => {
      await appointInTime();
      appointing.start();
      // What a former process of this server had claimed is free again.
      await dueSchedules.releaseOwn();
      clockWatch.start();
      await runner.start();
    },
    /** Resolves once a run under way has ended. */
    stop: async () => {
      await runner.stop();
      clockWatch.stop();
      await appointing.stop();
    },
  };
}
