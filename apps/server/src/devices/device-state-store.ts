import { isDeepStrictEqual } from 'node:util';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { isOutOfSync } from '@semaforo/contract/domain/desired';
import type { GroupCommit } from '../database/group-commit.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import type { Desired, StoredState } from './apply-device-message.ts';
import { type DeviceState, UNKNOWN_STATE } from './apply-device-message.ts';
import { createDeviceStateLog } from './device-state-log.ts';
import type { ErrorTimes } from './error-times.ts';
import { type KnownDevice, stillThere } from './known-device.ts';
import type { OutOfSyncTimes } from './out-of-sync-times.ts';
import type { PastLog } from './past/past-log.ts';
import type { SharedState } from './shared-states.repository.ts';

type Follower = (deviceId: number | 'all') => void;

/** The states of devices in memory; each change is stored with the next group commit. */
export type DeviceStateStore = {
  load: (stored: readonly StoredState[]) => void;
  /** The state of a device, or that of one never heard. */
  of: (deviceId: number) => DeviceState;
  /** The status that was commanded and is not yet confirmed; null for none. */
  pendingOf: (deviceId: number) => DeviceStatus | null;
  set: (deviceId: number, state: DeviceState) => void;
  /** Changes, and announces, the state of a device for another reason than a message; not of one that is gone. */
  change: (device: KnownDevice, next: (state: DeviceState) => DeviceState) => void;
  /** Announces that a device is seen otherwise though its state is the same: by what is pending, or by a lamp test. */
  announce: (device: KnownDevice) => void;
  setPending: (deviceId: number, status: DeviceStatus | null) => void;
  /** What is desired of the device is another server's matter now: it counts here no more, and stays as stored. */
  leaveDesired: (device: KnownDevice) => void;
  /** What is desired of the devices that report something else, each as this server last stored or read it. */
  listOutOfSync: () => Map<number, Desired>;
  /** The devices with a command under way on another server, as far as is known here. */
  listPendingElsewhere: () => number[];
  forget: (deviceId: number) => void;
  /** True once the device is stored as it is here. */
  isStored: (deviceId: number) => boolean;
  /** Takes over what other servers know of a device; not of one that has a command under way here. */
  adopt: (device: KnownDevice, shared: SharedState) => void;
  /** Takes over the words of a device that others heard; `next` is the state with them. */
  adoptSaid: (device: KnownDevice, next: DeviceState) => void;
  /** Calls back with each device whose state changed, or 'all' when something did on which all states depend. */
  follow: (follower: Follower) => void;
  /** Something that all states depend on has changed. */
  allChanged: () => void;
};

export type DeviceStateStoreNeeds = {
  commit: Pick<GroupCommit, 'join' | 'request'>;
  findDevice: (id: number) => KnownDevice | undefined;
  /** Every change that no message of the device brought: an error that the server found, a pending command. */
  changes: EventChannel<KnownDevice>;
  /** What this server took over from others. */
  adopted?: EventChannel<KnownDevice> | undefined;
  /** Called with each device of which other servers should know more than it says itself; without it nobody is told. */
  tellShared?: ((deviceId: number) => void) | undefined;
  errorTimes: Pick<ErrorTimes, 'changed'>;
  outOfSyncTimes: Pick<OutOfSyncTimes, 'changed'>;
  /** True while a lamp test has the device: what it shows then means nothing. */
  isInTest: (deviceId: number) => boolean;
  clock: Clock;
  /** What is remembered of each change; without it nothing is. */
  past?: PastLog | undefined;
};

export function createDeviceStateStore(needs: DeviceStateStoreNeeds): DeviceStateStore {
  const states = new Map<number, DeviceState>();
  const pending = new Map<number, DeviceStatus>();
  /** Of commands that other servers have under way. */
  const pendingElsewhere = new Map<number, DeviceStatus>();
  const followers: Follower[] = [];
  const tell = (changed: number | 'all') => {
    for (const follower of followers) follower(changed);
  };
  const of = (deviceId: number) => states.get(deviceId) ?? UNKNOWN_STATE;
  const pendingOf = (deviceId: number) => pending.get(deviceId) ?? pendingElsewhere.get(deviceId) ?? null;
  const noteError = (deviceId: number) =>
    needs.errorTimes.changed(deviceId, of(deviceId), {
      pending: pendingOf(deviceId),
      now: needs.clock.now(),
    });
  const noteOutOfSync = (deviceId: number) => {
    const { desired, lamps } = of(deviceId);
    const pending = pendingOf(deviceId);
    const differs = isOutOfSync(desired, { lamps, pending: null }) && !needs.isInTest(deviceId);
    const at = {
      isOutOfSync: differs && pending === null,
      // To command once more what is desired does not end that it is not shown.
      isReasserted: differs && pending === desired?.value,
      now: needs.clock.now(),
    };
    return needs.outOfSyncTimes.changed(deviceId, { desired, lamps }, at);
  };
  const noteTimes = (deviceId: number) => ({
    error: noteError(deviceId),
    out_of_sync: noteOutOfSync(deviceId),
  });
  const rememberTimes = (deviceId: number) => {
    const changed = noteTimes(deviceId);
    if (!needs.findDevice(deviceId)) return;
    for (const kind of ['error', 'out_of_sync'] as const) {
      const change = changed[kind];
      if (change !== undefined) needs.past?.errorChanged(deviceId, kind, change);
    }
  };
  const log = createDeviceStateLog({ ...needs, stateOf: of });
  const set = (deviceId: number, state: DeviceState) => {
    const former = of(deviceId);
    const desiredChanged = former.desired !== state.desired || former.reasserted !== state.reasserted;
    const errorChanged = former.error !== state.error || former.errorReason !== state.errorReason;
    const device = needs.past && needs.findDevice(deviceId);
    if (device) needs.past?.changed(device, former, state);
    states.set(deviceId, state);
    rememberTimes(deviceId);
    tell(deviceId);
    const lampsSaid = former.lamps !== state.lamps;
    log.changed(deviceId, { desiredChanged, errorSaid: errorChanged, lampsSaid });
    if (desiredChanged || errorChanged) needs.tellShared?.(deviceId);
  };
  /** It is stored already, by whoever found it out. */
  const takeOver = (device: KnownDevice, state: DeviceState) => {
    states.set(device.id, state);
    noteTimes(device.id);
    tell(device.id);
    needs.adopted?.publish(device);
  };
  return {
    load: (stored) => {
      for (const { deviceId, state } of stored) states.set(deviceId, state);
      tell('all');
    },
    of,
    pendingOf,
    set,
    change: (known, next) => {
      const device = stillThere(known, needs.findDevice);
      if (!device) return;
      set(device.id, next(of(device.id)));
      needs.changes.publish(device);
    },
    announce: (known) => {
      const device = stillThere(known, needs.findDevice);
      if (!device) return;
      rememberTimes(device.id);
      tell(device.id);
      needs.changes.publish(device);
    },
    setPending: (deviceId, status) => {
      if (status === null) pending.delete(deviceId);
      else pending.set(deviceId, status);
      pendingElsewhere.delete(deviceId);
      rememberTimes(deviceId);
      tell(deviceId);
      needs.tellShared?.(deviceId);
    },
    leaveDesired: (known) => {
      const device = stillThere(known, needs.findDevice);
      if (!device) return;
      states.set(device.id, { ...of(device.id), desired: null });
      tell(device.id);
      noteTimes(device.id);
      log.leaveDesired(device.id);
      needs.changes.publish(device);
    },
    listOutOfSync: () => {
      const desired = new Map<number, Desired>();
      for (const [deviceId, { desired: own, lamps }] of states) {
        const differs = isOutOfSync(own, { lamps, pending: pendingOf(deviceId) });
        if (own !== null && differs && log.isDesiredStored(deviceId)) desired.set(deviceId, own);
      }
      return desired;
    },
    listPendingElsewhere: () => [...pendingElsewhere.keys()],
    forget: (deviceId) => {
      const wasDesired = of(deviceId).desired !== null;
      states.delete(deviceId);
      pending.delete(deviceId);
      pendingElsewhere.delete(deviceId);
      noteTimes(deviceId);
      tell(deviceId);
      // A write that is under way may bring back the state that was deleted with the former device. The next write
      // corrects that.
      log.changed(deviceId, { desiredChanged: wasDesired, errorSaid: true, lampsSaid: true });
    },
    isStored: log.isStored,
    adopt: (known, { error, errorReason, desired, reasserted, pending: elsewhere }) => {
      const device = stillThere(known, needs.findDevice);
      if (!device || pending.has(device.id)) return;
      const former = of(device.id);
      const now = { ...former, error, errorReason, desired, reasserted };
      const isSame =
        (pendingElsewhere.get(device.id) ?? null) === elsewhere && isDeepStrictEqual(now, former);
      if (isSame) return;
      if (elsewhere === null) pendingElsewhere.delete(device.id);
      else pendingElsewhere.set(device.id, elsewhere);
      takeOver(device, now);
    },
    adoptSaid: (known, next) => {
      const device = stillThere(known, needs.findDevice);
      if (device) takeOver(device, next);
    },
    follow: (follower) => void followers.push(follower),
    allChanged: () => tell('all'),
  };
}
