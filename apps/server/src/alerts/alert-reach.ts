import type { ChooseTargets, ChosenDevice } from '../commands/choose-targets.ts';
import type { Actor } from '../platform/actor.ts';
import { Refusal } from '../platform/refusal.ts';
import type { AlertsRepository } from './alerts.repository.ts';
import type { AlertsAroundRepository } from './alerts-around.repository.ts';
import type { AlertTargets, StoredAlert } from './stored-alert.ts';

/** A signal that an alert is for. */
export type ReachedSignal = ChosenDevice;

/**
 * The signals that an alert is for now, seen with the eyes of its owner: what became another's is not among them. A
 * group that is gone refuses.
 */
export type AlertReach = (
  alert: Pick<StoredAlert, 'id' | 'owner' | 'whom'>,
) => Promise<readonly ReachedSignal[] | Refusal>;

export function createAlertReach(options: {
  chooseTargets: ChooseTargets;
  repository: Pick<AlertsRepository, 'chosenDevices'>;
  around: Pick<AlertsAroundRepository, 'zones'>;
}): AlertReach {
  /** Which of the signals of its owner are meant. */
  const isMeant = async (
    { id, whom: { kind, zone } }: { id: number; whom: AlertTargets },
    owner: Actor,
  ): Promise<(device: ReachedSignal) => boolean> => {
    if (kind === 'scelti') {
      const meant = await options.repository.chosenDevices(id);
      return (device) => meant.has(device.id);
    }
    if (kind !== 'zona' || zone === null) return () => kind !== 'zona';
    const { ofUsers, ofDevices } = await options.around.zones(owner.role === 'admin' ? undefined : owner.id);
    return ({ id: deviceId, ownerId }) => {
      const own = ofDevices.get(deviceId);
      if (own !== undefined) return own === zone;
      return ownerId !== null && ofUsers.get(ownerId)?.has(zone) === true;
    };
  };

  return async ({ id, owner, whom }) => {
    if (!owner || whom.kind === 'nessuno') return [];
    const isOfGroup = whom.kind === 'gruppo';
    const chosen = await options.chooseTargets(
      owner,
      'semaforo',
      isOfGroup ? { kind: 'gruppo', groupId: whom.groupId ?? 0 } : { kind: 'tutti' },
    );
    if (chosen instanceof Refusal) {
      return isOfGroup && chosen.kind === 'not-found' ? groupGone(whom.group) : chosen;
    }
    return chosen.devices.filter(await isMeant({ id, whom }, owner));
  };
}

function groupGone(name: string | null): Refusal {
  return new Refusal('conflict', {
    code: 'group-gone',
    message: `Il gruppo «${name ?? ''}» non esiste più`,
  });
}
