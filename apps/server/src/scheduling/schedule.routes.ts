import type { Schedule, scheduleRoutes } from '@semaforo/contract/api/schedules';
import { authorOf } from '../http/author-of.ts';
import type { Handlers } from '../http/handlers.ts';
import { maySee } from '../platform/actor.ts';
import { type Clock, isoTime } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import type { ClockStepsRepository } from './clock-steps.repository.ts';
import type { CreateSchedule } from './create-schedule.ts';
import type { ScheduleEvent } from './schedule-events.ts';
import { toScheduleRecords } from './schedule-records.ts';
import type { TargetsOf } from './schedule-targets.ts';
import type { SchedulesRepository } from './schedules.repository.ts';
import type { StoredSchedule } from './stored-schedule.ts';
import { storedTargets } from './stored-targets.ts';

const UNDER_WAY = new Refusal('conflict', {
  code: 'schedule-under-way',
  message: 'La pianificazione è in corso: il suo comando è già partito',
});
const NOT_ACTIVE = new Refusal('conflict', {
  code: 'schedule-not-active',
  message: 'Solo le pianificazioni attive si possono eliminare',
});

const TOO_LATE_TO_REVIVE = new Refusal('conflict', {
  code: 'schedule-not-revivable',
  message: 'L’eliminazione non si può più annullare: pianifica di nuovo il comando',
});

/** How long what went otherwise than planned is shown. */
const WARN_FOR_MS = 24 * 60 * 60_000;

export function createScheduleHandlers(options: {
  repository: SchedulesRepository;
  clockSteps: Pick<ClockStepsRepository, 'listSince'>;
  createSchedule: CreateSchedule;
  targetsOf: TargetsOf;
  events: EventChannel<ScheduleEvent>;
  clock: Clock;
}): Handlers<typeof scheduleRoutes> {
  const { repository, events, clock } = options;

  const records = async (schedules: readonly StoredSchedule[]): Promise<Schedule[]> => {
    const commandIds = schedules.flatMap(({ commandId }) => commandId ?? []);
    return toScheduleRecords(schedules, {
      shares: await repository.commandShares(commandIds),
      targetsOf: options.targetsOf,
    });
  };

  return {
    createSchedule: async ({ actor, address, body }) => {
      const created = await options.createSchedule(body, { actor, address });
      if (created instanceof Refusal) return created;
      const [record] = await records([created]);
      return record ?? notFound();
    },
    listSchedules: async ({ actor, query }) =>
      records(await repository.list({ authorId: actor.role === 'admin' ? undefined : actor.id, ...query })),
    listScheduleWarnings: async ({ actor }) => {
      const since = clock.now() - WARN_FOR_MS;
      const missed = await repository.listMissed(actor.role === 'admin' ? undefined : actor.id, since);
      const steps = await options.clockSteps.listSince(since);
      return {
        missed: missed.map((schedule) => ({
          id: schedule.id,
          color: schedule.color,
          device_type: schedule.deviceType,
          execute_at: isoTime(schedule.executeAt),
          outcome_reason: schedule.outcomeReason,
          whom: schedule.whom.kind,
          group: schedule.whom.group,
          total: schedule.endedFor?.total ?? 0,
        })),
        clock_steps: steps.map(({ id, at, stepMs }) => ({ id, at: isoTime(at), step_ms: stepMs })),
      };
    },
    deleteSchedule: async ({ actor, address, params }) => {
      const schedule = await repository.find(params.id);
      if (!schedule || !maySee(actor, schedule.author?.id ?? null)) return notFound();
      const author = authorOf({ actor, address });
      const endedFor = await storedTargets(options.targetsOf, schedule);
      if (!(await repository.cancel(params.id, { at: clock.now(), author, endedFor }))) {
        // Read again: it may have begun just now.
        const { outcome } = (await repository.find(params.id)) ?? schedule;
        return outcome === 'in corso' ? UNDER_WAY : NOT_ACTIVE;
      }
      const authorId = schedule.author?.id ?? null;
      events.publish({
        scheduleId: params.id,
        authorId,
        alertId: null,
        planId: null,
        outcome: 'annullata',
        reason: null,
      });
      return undefined;
    },
    reviveSchedule: async (call) => {
      const schedule = await repository.find(call.params.id);
      if (!schedule || !maySee(call.actor, schedule.author?.id ?? null)) return notFound();
      const act = { at: clock.now(), author: authorOf(call) };
      if (!(await repository.revive(schedule.id, act))) return TOO_LATE_TO_REVIVE;
      const authorId = schedule.author?.id ?? null;
      events.publish({
        scheduleId: schedule.id,
        authorId,
        alertId: null,
        planId: null,
        outcome: null,
        reason: null,
      });
      return undefined;
    },
  };
}
