import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { CLICK_DEADLINE_MS } from '@semaforo/contract/domain/command-rules';
import { groupBy } from '@semaforo/contract/domain/group-by';
import { PROGRAM } from '../database/audit-trail.ts';
import type { DeviceDirectory } from '../devices/device-directory.ts';
import type { DeviceStates } from '../devices/device-states.ts';
import type { KnownDevice } from '../devices/known-device.ts';
import type { Clock } from '../platform/clock.ts';
import { Refusal } from '../platform/refusal.ts';
import type { AcceptCommand } from './accept-command.ts';
import type { CommandLanes } from './command-lanes.ts';
import type { CommandTarget } from './command-request.ts';

const HOLDS_AGAIN = new Refusal('conflict', {
  code: 'in-sync',
  message: 'Il dispositivo mostra di nuovo ciò che è stato chiesto',
});

/**
 * Commands again what devices do not hold any more (docs/rules.md#reassertion). To be called twice a second on one of
 * several servers.
 */
export function createReassertDesired(options: {
  states: Pick<DeviceStates, 'of' | 'holdOf' | 'listToReassert' | 'apply'>;
  lanes: Pick<CommandLanes, 'isUnderWay'>;
  directory: Pick<DeviceDirectory, 'findById'>;
  accept: AcceptCommand;
  /** The owners, null for none, of whose devices nothing is commanded again: switched off, or held back. */
  listBarred: (ownerIds: readonly (number | null)[]) => Promise<ReadonlySet<number | null>>;
  clock: Clock;
}): () => Promise<void> {
  const { states, lanes, directory, clock } = options;

  /** One command for all devices of an owner that are to show the same. Returns those that were commanded. */
  const command = async (devices: readonly KnownDevice[], value: DeviceStatus): Promise<KnownDevice[]> => {
    const [{ ownerId, type }] = devices as [KnownDevice];
    if (type === 'misuratore') return [];
    const stillMilder = (): readonly CommandTarget[] | Refusal => {
      const targets = devices.flatMap(({ id }): CommandTarget[] => {
        const device = directory.findById(id);
        const isSame = device?.ownerId === ownerId && device.type === type;
        const isMilder = states.holdOf(id) === 'milder' && states.of(id).desired?.value === value;
        return isSame && isMilder ? [{ device, value }] : [];
      });
      return targets.length > 0 ? targets : HOLDS_AGAIN;
    };
    const accepted = await options.accept({
      author: PROGRAM,
      origin: 'riaffermazione',
      deviceType: type,
      ...(ownerId !== null && { ownerId }),
      whom: { kind: 'scelti', group: null },
      value,
      resolveTargets: stillMilder,
      deadlineAt: clock.now() + CLICK_DEADLINE_MS,
    });
    return accepted instanceof Refusal ? [] : accepted.deliveries.map(({ device }) => device);
  };

  /** Commands those that are to show the same together. Returns the ids of those that were commanded. */
  const commandAll = async (devices: readonly KnownDevice[]): Promise<ReadonlySet<number>> => {
    const commanded = new Set<number>();
    const alike = groupBy(devices, ({ id, ownerId, type }) =>
      JSON.stringify([ownerId, type, states.of(id).desired?.value]),
    );
    for (const group of alike.values()) {
      const value = states.of(group[0]?.id ?? 0).desired?.value;
      for (const { id } of value === undefined ? [] : await command(group, value)) commanded.add(id);
    }
    return commanded;
  };

  return async () => {
    const due = states.listToReassert();
    if (due.length === 0) return;
    const barred = await options.listBarred([...new Set(due.map(({ ownerId }) => ownerId))]);
    const isBarred = ({ id, ownerId }: KnownDevice) => barred.has(ownerId) || lanes.isUnderWay(id);
    const commanded = await commandAll(due.filter((device) => !isBarred(device)));
    for (const device of due)
      states.apply(device, { kind: commanded.has(device.id) ? 'reasserted' : 'not-reasserted' });
  };
}
