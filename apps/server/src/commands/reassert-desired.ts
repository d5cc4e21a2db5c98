import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { CLICK_DEADLINE_MS } from '@semaforo/contract/domain/command-rules';
import {
  type HoldState,
  isMilderThanDesired,
  NOTHING_DUE,
  type Reassertion,
  stepReassertion,
} from '@semaforo/contract/domain/device/reassertion';
import { groupBy } from '@semaforo/contract/domain/group-by';
import { shownBy } from '@semaforo/contract/domain/lamps';
import { PROGRAM } from '../database/audit-trail.ts';
import type { DeviceDirectory } from '../devices/device-directory.ts';
import type { DeviceStates } from '../devices/device-states.ts';
import type { KnownDevice } from '../devices/known-device.ts';
import type { Clock } from '../platform/clock.ts';
import { inSlices } from '../platform/in-slices.ts';
import { Refusal } from '../platform/refusal.ts';
import type { AcceptCommand } from './accept-command.ts';
import type { CommandLanes } from './command-lanes.ts';
import type { CommandTarget } from './command-request.ts';

const HOLDS_AGAIN = new Refusal('conflict', {
  code: 'in-sync',
  message: 'Il dispositivo mostra di nuovo ciò che è stato chiesto',
});

/**
 * Looks at the devices that changed since the last time, and commands again what a device does not hold any more
 * (docs/rules.md#reassertion). To be called twice a second on one of several servers.
 */
export function createReassertDesired(options: {
  states: DeviceStates;
  lanes: Pick<CommandLanes, 'isUnderWay'>;
  directory: Pick<DeviceDirectory, 'findById' | 'listAll'>;
  accept: AcceptCommand;
  /** The owners, null for none, of whose devices nothing is commanded again: switched off, or held back. */
  listBarred: (ownerIds: readonly (number | null)[]) => Promise<ReadonlySet<number | null>>;
  clock: Clock;
}): () => Promise<void> {
  const { states, lanes, directory, clock } = options;
  const reassertions = new Map<number, Reassertion>();
  let changed = new Set<number | 'all'>(['all']);
  states.follow((deviceId) => changed.add(deviceId));

  const stateOf = (deviceId: number): HoldState => {
    const { desired, lamps } = states.of(deviceId);
    const shown = shownBy(lamps);
    if (desired === null) return 'in-sync';
    const isUnderWay = lanes.isUnderWay(deviceId) || states.pendingOf(deviceId) !== null;
    // What is off line, or silent, is told once it speaks again.
    const isAway = states.errorOf(deviceId) !== null && !states.hasErrorOfCommand(deviceId);
    const isHeard = !states.isStale(deviceId) && states.silentSince(deviceId) === null;
    if (shown === null || isUnderWay || isAway || !isHeard) return 'waits';
    return isMilderThanDesired(desired.value, shown) ? 'milder' : 'in-sync';
  };

  /** What is in a lamp test, or in maintenance, is left as it is. */
  const mayBeLit = (deviceId: number) =>
    states.beforeTest(deviceId) === undefined && states.maintenanceOf(deviceId) === null;

  /** Whether the device is to be commanded now. */
  const look = (device: KnownDevice): boolean => {
    const { reasserted } = states.of(device.id);
    const state = stateOf(device.id);
    const { reassertion, commands, forgets } = stepReassertion(reassertions.get(device.id) ?? NOTHING_DUE, {
      state,
      tries: reasserted ?? 0,
      mayAct: reasserted !== null && mayBeLit(device.id),
      now: clock.now(),
    });
    if (forgets) states.noteReassertions(device, 0);
    // What is in sync is looked at until its tries are forgotten.
    if (state === 'in-sync' && (forgets || (reasserted ?? 0) === 0)) reassertions.delete(device.id);
    else reassertions.set(device.id, reassertion);
    return commands;
  };

  /** One command for all devices of an owner that are to show the same. */
  const command = async (devices: readonly KnownDevice[], value: DeviceStatus): Promise<void> => {
    const [{ ownerId, type }] = devices as [KnownDevice];
    const stillMilder = (): readonly CommandTarget[] | Refusal => {
      const targets = devices.flatMap(({ id }): CommandTarget[] => {
        const device = directory.findById(id);
        const isSame = device?.ownerId === ownerId && device.type === type;
        const isMilder = mayBeLit(id) && stateOf(id) === 'milder' && states.of(id).desired?.value === value;
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
    if (accepted instanceof Refusal) return;
    for (const { device } of accepted.deliveries) {
      states.noteReassertions(device, (states.of(device.id).reasserted ?? 0) + 1);
    }
  };

  return async () => {
    const ids = changed.has('all')
      ? directory.listAll().map(({ id }) => id)
      : [...changed, ...reassertions.keys()];
    changed = new Set();
    const known = new Set(ids);
    const devices = [...known].flatMap((id) => (id === 'all' ? [] : (directory.findById(id) ?? [])));
    const left = devices.filter(({ id }) => reassertions.has(id) || stateOf(id) === 'milder');
    const due: KnownDevice[] = [];
    await inSlices(left, (some) => due.push(...some.filter(look)));
    if (due.length === 0) return;
    const barred = await options.listBarred([...new Set(due.map(({ ownerId }) => ownerId))]);
    const allowed = due.filter(({ ownerId }) => !barred.has(ownerId));
    const alike = groupBy(allowed, ({ id, ownerId, type }) =>
      JSON.stringify([ownerId, type, states.of(id).desired?.value]),
    );
    for (const group of alike.values()) {
      const value = states.of(group[0]?.id ?? 0).desired?.value;
      if (value !== undefined) await command(group, value);
    }
  };
}
