import type { GroupCommit } from '../database/group-commit.ts';
import type { DeviceState } from './apply-device-message.ts';
import { saveStates } from './device-states.repository.ts';
import type { KnownDevice } from './known-device.ts';

/** Has the states of devices stored a little after they changed; of each device the newest. */
export type DeviceStateLog = {
  /** Says that the state of a device is to be stored; `askedChanged`: with what is asked of it. */
  changed: (deviceId: number, askedChanged: boolean) => void;
  /** What is asked of the device is stored by another server now. */
  leaveAsked: (deviceId: number) => void;
  /** True once what is asked of the device is stored as it is here. */
  isAskedStored: (deviceId: number) => boolean;
};

export function createDeviceStateLog(options: {
  commit: Pick<GroupCommit, 'join' | 'request'>;
  stateOf: (deviceId: number) => DeviceState;
  findDevice: (id: number) => KnownDevice | undefined;
}): DeviceStateLog {
  const { stateOf } = options;
  const unsaved = new Set<number>();
  const askedUnsaved = new Set<number>();
  const askedUnderWay = new Set<number>();
  options.commit.join({
    take: () => {
      const states = [...unsaved]
        .filter((id) => options.findDevice(id))
        .map((deviceId) => ({
          deviceId,
          state: stateOf(deviceId),
          askedChanged: askedUnsaved.has(deviceId),
        }));
      unsaved.clear();
      askedUnsaved.clear();
      if (states.length === 0) return undefined;
      for (const { deviceId, askedChanged } of states) if (askedChanged) askedUnderWay.add(deviceId);
      return {
        write: (db) => saveStates(db, states),
        stored: () => askedUnderWay.clear(),
        failed: () => {
          askedUnderWay.clear();
          for (const { deviceId, state, askedChanged } of states) {
            unsaved.add(deviceId);
            // Not what was left to another server meanwhile.
            if (askedChanged && stateOf(deviceId).asked === state.asked) askedUnsaved.add(deviceId);
          }
        },
      };
    },
  });
  return {
    changed: (deviceId, askedChanged) => {
      unsaved.add(deviceId);
      if (askedChanged) askedUnsaved.add(deviceId);
      options.commit.request();
    },
    leaveAsked: (deviceId) => void askedUnsaved.delete(deviceId),
    isAskedStored: (deviceId) => !askedUnsaved.has(deviceId) && !askedUnderWay.has(deviceId),
  };
}
