import type { DeviceState } from './apply-device-message.ts';

/** Since when devices are in the error that they are in (epoch ms), however it came to be known here. */
export type ErrorTimes = {
  /** The errors from before the start, by device; one of which no beginning is stored has none. */
  load: (beganAt: ReadonlyMap<number, number>) => void;
  /** To be called after each change of a state. */
  changed: (deviceId: number, state: Pick<DeviceState, 'error' | 'errorReason'>, now: number) => void;
  of: (deviceId: number) => number | null;
};

export function createErrorTimes(): ErrorTimes {
  /** `reason` undefined: whatever it was at the start. */
  const times = new Map<number, { reason: string | null | undefined; at: number }>();
  return {
    load: (beganAt) => {
      for (const [deviceId, at] of beganAt) times.set(deviceId, { reason: undefined, at });
    },
    changed: (deviceId, { error, errorReason: reason }, now) => {
      const known = times.get(deviceId);
      if (!error) times.delete(deviceId);
      else if (known?.reason === undefined) times.set(deviceId, { reason, at: known?.at ?? now });
      else if (known.reason !== reason) times.set(deviceId, { reason, at: now });
    },
    of: (deviceId) => times.get(deviceId)?.at ?? null,
  };
}
