import type { SecondPerson } from '../commands/second-person.port.ts';
import { Refusal } from '../platform/refusal.ts';
import type { AlertReach } from './alert-reach.ts';
import type { StoredAlert } from './stored-alert.ts';

/** True for an alert that one person alone may not confirm: rosso on lamps of a Comune that wants two. */
export type NeedsTwo = (alert: Pick<StoredAlert, 'id' | 'owner' | 'whom' | 'color'>) => Promise<boolean>;

export function createNeedsTwo(options: {
  reach: AlertReach;
  secondPerson: Pick<SecondPerson, 'isNeeded'>;
}): NeedsTwo {
  return async (alert) => {
    if (alert.whom.kind === 'nessuno') return false;
    const reached = await options.reach(alert);
    const owners = reached instanceof Refusal ? [] : reached.map(({ ownerId }) => ownerId);
    return options.secondPerson.isNeeded(alert.color, [alert.owner?.id ?? null, ...owners]);
  };
}
