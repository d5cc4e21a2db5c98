import type { ScheduleOutcome } from '@semaforo/contract/domain/schedule-rules';
import type { Kysely } from 'kysely';
import { PROGRAM } from '../database/audit-trail.ts';
import { compileOnce } from '../database/compile-once.ts';
import { inChunks } from '../database/in-chunks.ts';
import { appendScheduleEnd } from '../database/schedule-end.ts';
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
    for (const schedule of schedules) {
      const tally = tallies.get(schedule.command_id ?? 0);
      const end = tally && (await settle(db, schedule, { tally, at }));
      if (end) settled.push(end);
    }
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
      'finished_at',
      'command_id',
      'alert_id',
      'plan_id',
    ])
    .execute();
}

/** Returns the end of the schedule when it is news. */
async function settle(
  db: Kysely<Database>,
  schedule: Schedule,
  { tally, at }: { tally: DeliveryTally; at: number },
): Promise<EndedSchedule | undefined> {
  const end = scheduleOutcome({
    ...tally,
    deviceType: schedule.device_type,
    unconfirmed: await listUnconfirmed(db, tally),
    lateMs: Math.max(tally.createdAt, tally.sentAt ?? 0) - schedule.execute_at,
  });
  const isStored = end.outcome === schedule.outcome && end.reason === schedule.outcome_reason;
  if (!isStored) await store(db, schedule, { ...end, at });
  // The answer to the commit that stored it may have been lost, and a missed one is never silent.
  if (isStored && end.outcome !== 'mancata') return undefined;
  const { id: scheduleId, author_id: authorId, alert_id: alertId, plan_id: planId } = schedule;
  return { scheduleId, authorId, alertId, planId, ...end };
}

async function store(
  db: Kysely<Database>,
  { id, command_id, finished_at, outcome: former }: Schedule,
  { outcome, reason, at }: { outcome: ScheduleOutcome; reason: string | null; at: number },
): Promise<void> {
  await endSchedule(db, { id, outcome, reason, finishedAt: finished_at ?? at });
  // One device more that confirmed late is no other end.
  if (outcome === former) return;
  const commandId = command_id ?? undefined;
  await appendScheduleEnd(db, id, { at, author: PROGRAM, outcome, reason, ...(commandId && { commandId }) });
}

type Ended = { id: number; outcome: ScheduleOutcome; reason: string | null; finishedAt: number };

const endSchedule = compileOnce((db, { id, outcome, reason, finishedAt }: Ended) =>
  db
    .updateTable('schedules')
    .set({ executed: 1, outcome, outcome_reason: reason, finished_at: finishedAt })
    .where('id', '=', id),
);
