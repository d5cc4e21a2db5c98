import type { Kysely } from 'kysely';
import type { AcceptCommand } from '../commands/accept-command.ts';
import type { ChooseTargets } from '../commands/choose-targets.ts';
import type { ClockAgreement } from '../database/clock-agreement.ts';
import type { Engine } from '../database/engine.ts';
import type { Database } from '../database/schema.ts';
import type { Notify } from '../notifications/notification.ts';
import type { Clock, MonotonicClock } from '../platform/clock.ts';
import { type ClockStep, createClockWatch } from '../platform/clock-watch.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import type { Logger } from '../platform/logger.ts';
import type { SecondPerson } from '../platform/second-person.ts';
import { createClockStepsRepository } from './clock-steps.repository.ts';
import { createCreateSchedule } from './create-schedule.ts';
import { createDueSchedulesRepository } from './due-schedules.repository.ts';
import { createRunDueSchedules } from './run-due-schedules.ts';
import type { ActOfAlert, KeepHigher } from './run-schedule.ts';
import { createScheduleHandlers } from './schedule.routes.ts';
import type { ScheduleEvent } from './schedule-events.ts';
import { newsOfMissed } from './schedule-news.ts';
import { createScheduleRunner } from './schedule-runner.ts';
import { createTargetsOf, type DevicesOfTime } from './schedule-targets.ts';
import { createSchedulesRepository } from './schedules.repository.ts';

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
  actOfAlert: ActOfAlert;
  keepHigher: KeepHigher;
  devicesOfTime: DevicesOfTime;
  /** A schedule that is later than this does not run any more. */
  lateMs: number;
  /** When the first server started on a restored backup; undefined where there was none. */
  restoredStart: () => number | undefined;
  /** Called when the server's clock was set: schedules may run at another moment than planned. */
  clockStepped: () => void;
  notify: Notify;
  clockAgreement: Pick<ClockAgreement, 'isOff'>;
  clock: Clock;
  monotonicClock: MonotonicClock;
  logger: Logger;
};

/** Commands for later. */
export function createSchedulesModule(deps: Deps) {
  const { db, engine, serverId, acceptCommand, clock, monotonicClock, logger } = deps;
  const events = createEventChannel<ScheduleEvent>({ name: 'schedule-events', logger });
  const repository = createSchedulesRepository(db);
  const dueSchedules = createDueSchedulesRepository(db, engine, serverId);
  const clockSteps = createClockStepsRepository(db);
  const targetsOf = createTargetsOf({ ...deps, repository });
  const runDue = createRunDueSchedules({
    repository: dueSchedules,
    targetsOf,
    actOfAlert: deps.actOfAlert,
    keepHigher: deps.keepHigher,
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
    if (event.outcome === null) runner.reconsider();
    if (event.outcome === 'mancata' && event.alertId === null) deps.notify(() => newsOf(event));
  });

  const storeStep = async (step: ClockStep) => {
    logger.warn(step, 'the clock was set');
    try {
      await clockSteps.add(step);
      deps.clockStepped();
    } catch (error) {
      logger.error({ err: error }, 'a step of the clock could not be stored');
    }
  };
  // No one waits for it: it never rejects, and logs a step that is not stored.
  const clockWatch = createClockWatch({ clock, monotonicClock, stepped: (step) => void storeStep(step) });

  const createSchedule = createCreateSchedule({ ...deps, repository, events });
  return {
    name: 'schedules',
    routes: createScheduleHandlers({
      repository,
      clockSteps,
      createSchedule,
      targetsOf,
      events,
      clock,
    }),
    /** Makes a schedule for a person. */
    create: createSchedule,
    /** Says that the beginning or the end of an alert was appointed: it may be due at once. */
    reconsider: runner.reconsider,
    /** Schedules that are created, begin or end. */
    events,
    /** Announces schedules that ended with their commands. */
    announceEnded: (ended: readonly ScheduleEvent[]) => ended.forEach(events.publish),
    /** Resolves once what was due before is dealt with. */
    start: async () => {
      // What a former process of this server had claimed is free again.
      await dueSchedules.releaseOwn();
      clockWatch.start();
      await runner.start();
    },
    /** Resolves once a run under way has ended. */
    stop: async () => {
      await runner.stop();
      clockWatch.stop();
    },
  };
}
