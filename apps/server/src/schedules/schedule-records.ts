import type { Schedule } from '@semaforo/contract/api/schedules';
import { labelOf } from '@semaforo/contract/domain/label';
import type { CommandTarget } from '../commands/command-request.ts';
import type { Actor } from '../platform/actor.ts';
import { isoTime } from '../platform/clock.ts';
import type { CommandShare } from './command-shares.ts';
import type { StoredSchedule } from './stored-schedule.ts';

/** The devices that a schedule of that user commands now, each with the value to show. */
export type TargetsOf = (
  author: Actor,
  schedule: Pick<StoredSchedule, 'color' | 'deviceType'>,
) => readonly CommandTarget[];

/**
 * Schedules as the API shows them: a waiting one with the devices that it would command now, others with those that
 * their command had.
 */
export function toScheduleRecords(
  schedules: readonly StoredSchedule[],
  { shares, targetsOf }: { shares: Map<number, CommandShare>; targetsOf: TargetsOf },
): Schedule[] {
  const shareOf = (schedule: StoredSchedule): CommandShare => {
    const { author, commandId, executed } = schedule;
    const share = commandId === null ? undefined : shares.get(commandId);
    if (share || executed || !author) return share ?? { names: [], confirmed: 0 };
    return { names: targetsOf(author, schedule).map(({ device }) => labelOf(device)), confirmed: 0 };
  };
  return schedules.map((schedule) => {
    const { names, confirmed } = shareOf(schedule);
    return {
      id: schedule.id,
      color: schedule.color,
      execute_at: isoTime(schedule.executeAt),
      executed: schedule.executed,
      outcome: schedule.outcome,
      outcome_reason: schedule.outcomeReason,
      confirmed,
      total: names.length,
      device_type: schedule.deviceType,
      username: schedule.username,
      devices: names,
    };
  });
}
