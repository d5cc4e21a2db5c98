import type { PlanStep } from '@semaforo/contract/domain/plan-rules';
import type { ChooseTargets, ChosenDevice } from '../commands/choose-targets.ts';
import type { CommandTarget } from '../commands/command-request.ts';
import type { Actor } from '../platform/actor.ts';
import { Refusal } from '../platform/refusal.ts';
import type { SchedulesRepository } from './schedules.repository.ts';
import type { StoredSchedule } from './stored-schedule.ts';

/**
 * The devices that a schedule of that user commands now, by name, each with its value; or why it may command none. A
 * group is taken as it is now, and one that is gone is never replaced by all (docs/rules.md#whom-a-command-is-for).
 */
export type TargetsOf = (
  author: Actor,
  schedule: Pick<StoredSchedule, 'id' | 'color' | 'deviceType' | 'whom' | 'executeAt' | 'plan'>,
) => Promise<readonly CommandTarget[] | Refusal>;

/** The devices that one time of a plan is for, of those that its author may command. */
export type DevicesOfTime = (
  time: { id: number; day: string; step: PlanStep; at: number },
  devices: readonly ChosenDevice[],
) => Promise<readonly ChosenDevice[]>;

export function createTargetsOf({
  chooseTargets,
  repository,
  devicesOfTime,
}: {
  chooseTargets: ChooseTargets;
  repository: Pick<SchedulesRepository, 'chosenDevices'>;
  devicesOfTime: DevicesOfTime;
}): TargetsOf {
  return async (author, { id, color, deviceType, whom, executeAt, plan }) => {
    const isOfGroup = whom.kind === 'gruppo';
    const chosen = await chooseTargets(
      author,
      deviceType,
      isOfGroup ? { kind: 'gruppo', groupId: whom.groupId ?? 0 } : { kind: 'tutti' },
    );
    if (chosen instanceof Refusal) {
      return isOfGroup && chosen.kind === 'not-found' ? groupGone(whom.group) : chosen;
    }
    if (plan) {
      const meant = await devicesOfTime({ ...plan, at: executeAt }, chosen.devices);
      return meant.map((device) => ({ device, value: color }));
    }
    // Some of those that were chosen may be another's by now, or gone.
    const meant = whom.kind === 'scelti' ? await repository.chosenDevices(id) : undefined;
    return chosen.devices.flatMap((device) =>
      meant === undefined || meant.has(device.id) ? [{ device, value: color }] : [],
    );
  };
}

function groupGone(name: string | null): Refusal {
  return new Refusal('conflict', {
    code: 'group-gone',
    message: `Il gruppo «${name ?? ''}» non esiste più`,
  });
}
