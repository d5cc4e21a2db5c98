import type { ChooseTargets, ChosenDevice } from '../commands/choose-targets.ts';
import { Refusal } from '../platform/refusal.ts';
import type { StoredPlan } from './stored-plan.ts';

/**
 * The devices that a plan would command now; a group that is gone refuses. `chosen`: those chosen one by one, whoever
 * has them now.
 */
export async function reachOf(
  chooseTargets: ChooseTargets,
  { author, deviceType, whom }: Pick<StoredPlan, 'author' | 'deviceType' | 'whom'>,
  chosen?: ReadonlySet<number>,
): Promise<readonly ChosenDevice[] | Refusal> {
  const reached = await chooseTargets(
    author,
    deviceType,
    whom.kind === 'gruppo' ? { kind: 'gruppo', groupId: whom.groupId ?? 0 } : { kind: 'tutti' },
  );
  if (reached instanceof Refusal) return reached;
  return chosen ? reached.devices.filter(({ id }) => chosen.has(id)) : reached.devices;
}
