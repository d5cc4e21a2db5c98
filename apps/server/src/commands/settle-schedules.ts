import type { ScheduleOutcome } from '@semaforo/contract/domain/schedule-rules';
import type { Kysely } from 'kysely';
import { PROGRAM } from '../database/audit-trail.ts';
import { compileOnceForRows } from '../database/compile-once.ts';
import { inChunks } from '../database/in-chunks.ts';
import { appendScheduleEnds } from '../database/schedule-end.ts';
import type { Database } from '../database/schema.ts';
import { scheduleOutcome } from './schedule-outcome.ts';
import {
  type DeliveryTally,
  listEndedCommands,
  listUnconfirmed,
  tallyDeliveries,
} from './tally-deliveries.ts';

/**
 * A schedule that came to its end, or to another one by a late confirmation, perhaps for a reason in Italian.
 * `authorId` is null once the user is deleted.
 */
export type EndedSchedule = {
  scheduleId: number;
  authorId: number | null;
  /** The alert that it begins or ends. */
  alertId: number | null;
  planId: number | null;
  outcome: ScheduleOutcome;
  reason: string | null;
};

/** A command of a schedule. */
export type ScheduledCommand = { commandId: number; scheduleId: number };

/**
 * Ends the schedules of these commands as far as their last delivery has ended, and corrects those that a late
 * confirmation changes. Nothing is remembered: the deliveries are counted in the database. To be called in the
 * transaction that ends the deliveries, once they are stored.
 */
export async function settleSchedules(
  db: Kysely<Database>,
  commands: readonly ScheduledCommand[],
  at: number,
): Promise<EndedSchedule[]> {
  const settled: EndedSchedule[] = [];
  for (const some of inChunks(commands)) {
    const schedules = await lockSchedules(db, some);
    const ended = await listEndedCommands(
      db,
      schedules.flatMap(({ command_id }) => command_id ?? []),
    );
    const tallies = await tallyDeliveries(db, ended);
    const ends: SettledEnd[] = [];
    for (const schedule of schedules) {
      const tally = tallies.get(schedule.command_id ?? 0);
      if (tally) ends.push({ schedule, ...(await endOf(db, schedule, tally)) });
    }
    await store(db, ends.filter(isOther), at);
    settled.push(...ends.filter(isNews).map(toEnded));
  }
  return settled;
}

type Schedule = Awaited<ReturnType<typeof lockSchedules>>[number];

/**
 * The rows stay locked to the commit: of two servers that end different deliveries of one command, the later one sees
 * what the other stored.
 */
function lockSchedules(db: Kysely<Database>, commands: readonly ScheduledCommand[]) {
  if (commands.length === 0) return [];
  return db
    .updateTable('schedules')
    .set((eb) => ({ fencing_token: eb.ref('fencing_token') }))
    .where(
      'id',
      'in',
      commands.map(({ scheduleId }) => scheduleId),
    )
    .where(
      'command_id',
      'in',
      commands.map(({ commandId }) => commandId),
    )
    .returning([
      'id',
      'author_id',
      'device_type',
      'execute_at',
      'outcome',
      'outcome_reason',
      'command_id',
      'alert_id',
      'plan_id',
    ])
    .execute();
}

type End = Pick<EndedSchedule, 'outcome' | 'reason'>;
type SettledEnd = End & { schedule: Schedule };

async function endOf(db: Kysely<Database>, schedule: Schedule, tally: DeliveryTally): Promise<End> {
  return scheduleOutcome({
    ...tally,
    deviceType: schedule.device_type,
    unconfirmed: await listUnconfirmed(db, tally),
    lateMs: Math.max(tally.createdAt, tally.sentAt ?? 0) - schedule.execute_at,
  });
}

function isOther({ schedule, outcome, reason }: SettledEnd): boolean {
  return outcome !== schedule.outcome || reason !== schedule.outcome_reason;
}

/** The answer to the commit that stored it may have been lost, and a missed one is never silent. */
function isNews(end: SettledEnd): boolean {
  return isOther(end) || end.outcome === 'mancata';
}

function toEnded({ schedule, outcome, reason }: SettledEnd): EndedSchedule {
  const { id: scheduleId, author_id: authorId, alert_id: alertId, plan_id: planId } = schedule;
  return { scheduleId, authorId, alertId, planId, outcome, reason };
}

/** Those that end alike share a statement. */
async function store(db: Kysely<Database>, ends: readonly SettledEnd[], at: number): Promise<void> {
  const alike = new Map<string, [SettledEnd, ...SettledEnd[]]>();
  for (const end of ends) {
    const key = JSON.stringify([end.outcome, end.reason]);
    const group = alike.get(key);
    if (group) group.push(end);
    else alike.set(key, [end]);
  }
  for (const [first, ...others] of alike.values()) {
    const { outcome, reason } = first;
    await endSchedules(
      db,
      [first, ...others].map(({ schedule: { id } }) => ({ id, outcome, reason, at })),
    );
  }
  // One device more that confirmed late is no other end.
  const newEnds = ends.filter(({ schedule, outcome }) => outcome !== schedule.outcome);
  await appendScheduleEnds(
    db,
    newEnds.map(({ schedule: { id, command_id: commandId }, outcome, reason }) => ({
      ...{ id, at, author: PROGRAM, outcome, reason },
      ...(commandId !== null && { commandId }),
    })),
  );
}

type Ended = End & { id: number; at: number };

const endSchedules = compileOnceForRows((db, ends: readonly Ended[]) => {
  const [{ outcome, reason, at }] = ends as [Ended];
  return db
    .updateTable('schedules')
    .set((eb) => ({
      executed: 1,
      outcome,
      outcome_reason: reason,
      finished_at: eb.fn.coalesce('finished_at', eb.val(at)),
    }))
    .where(
      'id',
      'in',
      ends.map(({ id }) => id),
    );
});
