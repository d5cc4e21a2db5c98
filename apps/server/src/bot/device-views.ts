import type { DeviceStatus, DeviceType } from '@semaforo/contract/domain/channels';
import { labelOf } from '@semaforo/contract/domain/label';
import { describeShown, type Lamps, shownBy } from '@semaforo/contract/domain/lamps';
import type { Position } from '@semaforo/contract/domain/position';
import { isSimulated, isTrial } from '@semaforo/contract/domain/simulated';
import type { Actor } from '../platform/actor.ts';
import type { SignalView } from './signal-view.ts';

type Device = Position & { id: number; name: string | null; topic: string; ownerId: number | null };

/** What the bot needs of the devices and of their states. */
export type DeviceSource = {
  directory: {
    /** The devices that the actor may see, by name; of all types when none is given. */
    list: (actor: Actor, type?: DeviceType) => readonly Device[];
    findById: (id: number) => Device | undefined;
  };
  states: {
    /** `updatedAt` (epoch ms) is when the device last reported a lamp. */
    of: (deviceId: number) => {
      lamps: Lamps;
      updatedAt: number | null;
      desired: SignalView['desired'];
    };
    /** Why the device is in error, in Italian; null when it is not. */
    errorOf: (deviceId: number) => string | null;
    /** True when the status is only the last known one. */
    isStale: (deviceId: number) => boolean;
    /** Since when nothing was heard of a device that misses its rhythm (epoch ms); null while it does not. */
    silentSince: (deviceId: number) => number | null;
    /** The status that was commanded and is not confirmed yet; null for none. */
    pendingOf: (deviceId: number) => DeviceStatus | null;
    /** True when no command is under way and the device reports something else than is desired. */
    isOutOfSync: (deviceId: number) => boolean;
    /** What a device showed before the lamp test that has it; undefined when none has. */
    beforeTest: (deviceId: number) => DeviceStatus | undefined;
    /** That people work on the device; null for none. */
    maintenanceOf: (deviceId: number) => object | null;
  };
};

/** What a lamp test does to a signal is not for citizens. */
const AS_BEFORE_A_TEST = { error: false, stale: false, silent: false, pending: null, outOfSync: false };

/** An actor who may see the devices of all owners. */
const SEES_ALL: Actor = { id: 0, username: '', role: 'admin' };

/** The devices and their states in the shapes that the parts of the bot read. */
export function createDeviceViews({ directory, states }: DeviceSource) {
  /** What a lamp test finds is told with the test. */
  const isFailing = (deviceId: number) =>
    states.errorOf(deviceId) !== null && states.beforeTest(deviceId) === undefined;
  const toSignalView = (device: Device): SignalView => {
    const { lamps, updatedAt, desired } = states.of(device.id);
    const errorReason = states.errorOf(device.id);
    return {
      id: device.id,
      name: device.name,
      label: labelOf(device),
      status: shownBy(lamps),
      words: describeShown(lamps),
      updatedAt,
      error: errorReason !== null,
      errorReason,
      stale: states.isStale(device.id),
      silent: states.silentSince(device.id) !== null,
      pending: states.pendingOf(device.id),
      desired,
      outOfSync: states.isOutOfSync(device.id),
      testing: isTrial({ topic: device.topic, testing: states.beforeTest(device.id) !== undefined }),
      inMaintenance: states.maintenanceOf(device.id) !== null,
    };
  };
  /** For citizens a signal shows during a lamp test what it showed before. */
  const toCitizensView = (device: Device): SignalView & { position: Position } => {
    const former = states.beforeTest(device.id);
    const { latitude, longitude } = device;
    const view = { ...toSignalView(device), position: { latitude, longitude } };
    return former === undefined ? view : { ...view, status: former, words: former, ...AS_BEFORE_A_TEST };
  };

  return {
    /** The signals that the actor may see, by name. */
    signalsFor: (actor: Actor) => directory.list(actor, 'semaforo').map(toSignalView),
    /** The signals that the user owns, as citizens read them; an admin's are only the own ones here. */
    ownSignalsOf: (userId: number) =>
      directory
        .list({ id: userId, username: '', role: 'user' }, 'semaforo')
        .filter(({ topic }) => !isSimulated(topic))
        .map(toCitizensView),
    /** The device as its errors are notified; undefined once it is deleted. */
    findDevice: (id: number) => {
      const device = directory.findById(id);
      if (!device) return undefined;
      const { updatedAt } = states.of(id);
      const reason = states.errorOf(id);
      return {
        id,
        label: labelOf(device),
        ownerId: device.ownerId,
        inError: isFailing(id),
        inMaintenance: states.maintenanceOf(id) !== null,
        reason,
        reportedAt: updatedAt,
      };
    },
    failingIds: () =>
      directory
        .list(SEES_ALL)
        .map(({ id }) => id)
        .filter(isFailing),
  };
}
