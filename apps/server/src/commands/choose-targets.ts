import type { LampDeviceType } from '@semaforo/contract/domain/channels';
import type { Targets } from '@semaforo/contract/domain/targets';
import type { DeviceDirectory } from '../devices/device-directory.ts';
import type { KnownDevice } from '../devices/known-device.ts';
import { type Actor, maySee } from '../platform/actor.ts';
import { notFound, Refusal } from '../platform/refusal.ts';

const ANOTHER_TYPE = new Refusal('invalid', {
  code: 'another-device-type',
  message: 'Uno dei dispositivi indicati è di un altro tipo',
});
const EMPTY_GROUP = new Refusal('conflict', {
  code: 'no-devices',
  message: 'Il gruppo non ha dispositivi di questo tipo',
});

/** A group with the devices that it has now; undefined when there is none. */
export type FindGroup = (
  id: number,
) => Promise<{ ownerId: number; name: string; deviceIds: readonly number[] } | undefined>;

/** A device that a user may command. */
export type ChosenDevice = KnownDevice;

/** What a choice of devices leads to now: the devices, and the name of their group. */
type Chosen = { devices: readonly ChosenDevice[]; group: string | null };

/**
 * The devices of a type that a user may command and that are meant, by name (docs/rules.md#whom-a-command-is-for). What
 * is another's is refused like what does not exist; no devices at all are refused only of a group.
 */
export type ChooseTargets = (
  actor: Actor,
  type: LampDeviceType,
  targets: Targets,
) => Promise<Chosen | Refusal>;

export function createChooseTargets({
  directory,
  findGroup,
}: {
  directory: Pick<DeviceDirectory, 'list' | 'findVisible'>;
  findGroup: FindGroup;
}): ChooseTargets {
  const ofGroup = async (actor: Actor, type: LampDeviceType, groupId: number): Promise<Chosen | Refusal> => {
    const group = await findGroup(groupId);
    if (!group || !maySee(actor, group.ownerId)) return notFound();
    const members = new Set(group.deviceIds);
    const devices = directory
      .list(actor, type)
      .filter(({ id, ownerId }) => ownerId === group.ownerId && members.has(id));
    return devices.length === 0 ? EMPTY_GROUP : { devices, group: group.name };
  };
  return async (actor, type, targets) => {
    if (targets.kind === 'tutti') return { devices: directory.list(actor, type), group: null };
    if (targets.kind === 'gruppo') return ofGroup(actor, type, targets.groupId);
    const devices: KnownDevice[] = [];
    for (const id of targets.deviceIds) {
      const device = directory.findVisible(actor, id);
      if (!device) return notFound();
      if (device.type !== type) return ANOTHER_TYPE;
      devices.push(device);
    }
    return { devices, group: null };
  };
}
