import type { DeviceState } from '@semaforo/contract/domain/device/device-state';
import type { GroupCommit } from '../database/group-commit.ts';
import type { StoredState } from './device-states.repository.ts';
import { type ChangedState, saveStates } from './device-states.repository.ts';
import type { KnownDevice } from './known-device.ts';

/** Has the states of devices stored a little after they changed; of each device the newest. */
export type DeviceStateLog = {
  /** Says that the state of a device is to be stored, and what of it this server knows better than what is stored. */
  changed: (deviceId: number, also: Omit<ChangedState, keyof StoredState>) => void;
  /** What is desired of the device is stored by another server now. */
  leaveDesired: (deviceId: number) => void;
  /** True once the device is stored as it is here. */
  isStored: (deviceId: number) => boolean;
  /** True once what is desired of the device is stored as it is here. */
  isDesiredStored: (deviceId: number) => boolean;
};

export function createDeviceStateLog(options: {
  commit: Pick<GroupCommit, 'join' | 'request'>;
  stateOf: (deviceId: number) => DeviceState;
  findDevice: (id: number) => KnownDevice | undefined;
}): DeviceStateLog {
  const { stateOf } = options;
  const unsaved = new Set<number>();
  const desiredUnsaved = new Set<number>();
  const errorUnsaved = new Set<number>();
  const lampsUnsaved = new Set<number>();
  const underWay = new Set<number>();
  const desiredUnderWay = new Set<number>();
  const note: DeviceStateLog['changed'] = (deviceId, { desiredChanged, errorReported, lampsReported }) => {
    unsaved.add(deviceId);
    if (errorReported) errorUnsaved.add(deviceId);
    if (lampsReported) lampsUnsaved.add(deviceId);
    if (desiredChanged) desiredUnsaved.add(deviceId);
  };
  options.commit.join({
    take: () => {
      const states = [...unsaved]
        .filter((id) => options.findDevice(id))
        .map((deviceId) => ({
          deviceId,
          state: stateOf(deviceId),
          desiredChanged: desiredUnsaved.has(deviceId),
          errorReported: errorUnsaved.has(deviceId),
          lampsReported: lampsUnsaved.has(deviceId),
        }));
      unsaved.clear();
      desiredUnsaved.clear();
      errorUnsaved.clear();
      lampsUnsaved.clear();
      if (states.length === 0) return undefined;
      for (const { deviceId, desiredChanged } of states) {
        underWay.add(deviceId);
        if (desiredChanged) desiredUnderWay.add(deviceId);
      }
      return {
        write: (db) => saveStates(db, states),
        stored: () => {
          underWay.clear();
          desiredUnderWay.clear();
        },
        failed: () => {
          underWay.clear();
          desiredUnderWay.clear();
          for (const { deviceId, state, desiredChanged, ...also } of states) {
            // Not what was left to another server meanwhile.
            const isStillDesired = desiredChanged && stateOf(deviceId).desired === state.desired;
            note(deviceId, { ...also, desiredChanged: isStillDesired });
          }
        },
      };
    },
  });
  return {
    changed: (deviceId, also) => {
      note(deviceId, also);
      options.commit.request();
    },
    leaveDesired: (deviceId) => void desiredUnsaved.delete(deviceId),
    isStored: (deviceId) => !unsaved.has(deviceId) && !underWay.has(deviceId),
    isDesiredStored: (deviceId) => !desiredUnsaved.has(deviceId) && !desiredUnderWay.has(deviceId),
  };
}
