import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { severalLitReason } from '@semaforo/contract/domain/lamps';
import { errorOf } from '@semaforo/contract/domain/live-message';
import type { DeviceState } from './apply-device-message.ts';

/** An error as it began: the reason in Italian, and when (epoch ms). */
export type BegunError = { reason: string; at: number };

/** The errors of devices, each from its beginning to its end, however it came to be known here. */
export type ErrorTimes = {
  /** When the errors from before the start began, by device. */
  load: (began: ReadonlyMap<number, Pick<BegunError, 'at'>>) => void;
  /**
   * To be called after each change of a state, or of what is pending. The error that has begun, null when the error is
   * over, undefined when neither is so.
   */
  changed: (
    deviceId: number,
    state: Pick<DeviceState, 'error' | 'errorReason' | 'lamps'>,
    at: { pending: DeviceStatus | null; now: number },
  ) => BegunError | null | undefined;
  /** Since when the device is in its error (epoch ms); null when it is in none, or nobody knows. */
  of: (deviceId: number) => number | null;
};

/** Lamps that are lit together are one error, whichever they are and whatever is repeated of them. */
const SEVERAL = Symbol('several lamps are lit');

type Cause = string | typeof SEVERAL;

/**
 * Several lit lamps are an error from the report that contradicted to the one that agreed. No repeated report and no
 * command in between ends it, nor does what else goes wrong meanwhile make another one of it (docs/rules.md#errors).
 */
export function createErrorTimes(): ErrorTimes {
  /** `cause` undefined: whatever it was at the start. */
  const times = new Map<number, { cause: Cause | undefined; at: number }>();
  /** Since when several lamps of a device are lit, also while a command changes them. */
  const severalSince = new Map<number, number>();

  const end = (deviceId: number) => (times.delete(deviceId) ? null : undefined);
  const goesOn = (deviceId: number, cause: Cause) => {
    const known = times.get(deviceId);
    if (!known || (known.cause !== undefined && known.cause !== cause)) return false;
    known.cause = cause;
    return true;
  };
  return {
    load: (began) => {
      for (const [deviceId, { at }] of began) times.set(deviceId, { cause: undefined, at });
    },
    changed: (deviceId, state, { pending, now }) => {
      const several = severalLitReason(state.lamps);
      if (several === null) severalSince.delete(deviceId);
      else if (!severalSince.has(deviceId)) severalSince.set(deviceId, now);
      const reason = several ?? flaggedReason(state);
      if (reason === null) return end(deviceId);
      const cause = several === null ? reason : SEVERAL;
      if (goesOn(deviceId, cause)) return undefined;
      if (errorOf(state, pending) === null) return end(deviceId);
      const at = severalSince.get(deviceId) ?? now;
      times.set(deviceId, { cause, at });
      return { reason, at };
    },
    of: (deviceId) => times.get(deviceId)?.at ?? null,
  };
}

function flaggedReason({ error, errorReason }: Pick<DeviceState, 'error' | 'errorReason'>): string | null {
  return error ? (errorReason ?? '') : null;
}
