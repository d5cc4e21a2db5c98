import type { Schedule } from '@semaforo/contract/api/schedules';
import { labelOf } from '@semaforo/contract/domain/label';
import { isoTime } from '../platform/clock.ts';
import { Refusal } from '../platform/refusal.ts';
import { createTimeSlices } from '../platform/time-slices.ts';
import type { CommandShare } from './command-shares.ts';
import type { TargetsOf } from './schedule-targets.ts';
import type { StoredSchedule } from './stored-schedule.ts';

/** The devices of a schedule: the names to show, how many devices they are, how many of them confirmed. */
type Share = { names: readonly string[]; total: number; confirmed: number };

const NONE: Share = { names: [], total: 0, confirmed: 0 };

/**
 * Schedules as the API shows them: a waiting one with the devices that it would command now, others with those that
 * their command had, or that they were for when they ended without one.
 */
export async function toScheduleRecords(
  schedules: readonly StoredSchedule[],
  { shares, targetsOf }: { shares: Map<number, CommandShare>; targetsOf: TargetsOf },
): Promise<Schedule[]> {
  const shareOf = async (schedule: StoredSchedule): Promise<Share> => {
    const { author, commandId, executed, endedFor } = schedule;
    const share = commandId === null ? undefined : shares.get(commandId);
    if (share) return { ...share, total: share.names.length };
    if (endedFor) return { ...endedFor, confirmed: 0 };
    if (executed || !author) return NONE;
    const targets = await targetsOf(author, schedule);
    if (targets instanceof Refusal) return NONE;
    return { names: targets.map(({ device }) => labelOf(device)), total: targets.length, confirmed: 0 };
  };
  const records: Schedule[] = [];
  const slices = createTimeSlices();
  for (const schedule of schedules) {
    records.push(toRecord(schedule, await shareOf(schedule)));
    await slices.yieldToEventLoop();
  }
  return records;
}

function toRecord(schedule: StoredSchedule, { names, total, confirmed }: Share): Schedule {
  return {
    id: schedule.id,
    color: schedule.color,
    execute_at: isoTime(schedule.executeAt),
    executed: schedule.executed,
    outcome: schedule.outcome,
    outcome_reason: schedule.outcomeReason,
    confirmed,
    total,
    device_type: schedule.deviceType,
    whom: schedule.whom.kind,
    group: schedule.whom.group,
    username: schedule.username,
    devices: [...names],
  };
}
