import { describeOutOfSync } from '@semaforo/contract/domain/describe-out-of-sync';
import { litLamps, shownInWords } from '@semaforo/contract/domain/lamps';
import type { DeviceState } from './apply-device-message.ts';
import type { BegunError } from './error-times.ts';

/** From when to when devices were out of sync. */
export type OutOfSyncTimes = {
  /** Those that were so before the start, by device. */
  load: (began: ReadonlyMap<number, BegunError>) => void;
  /**
   * To be called after each change of a state, of what is pending or of a lamp test. What has begun, or has a better
   * sentence; null when it is over; undefined when neither is so.
   */
  changed: (
    deviceId: number,
    state: Pick<DeviceState, 'desired' | 'lamps'>,
    at: { isOutOfSync: boolean; isReasserted: boolean; now: number },
  ) => BegunError | null | undefined;
};

/**
 * A device is out of sync once, from the report that contradicted to the one that agreed. While its lamps change, none
 * or several are lit for a moment: the sentence names the last single lamp that it showed, where there was one.
 */
export function createOutOfSyncTimes(): OutOfSyncTimes {
  /** `since`: when that was desired; undefined of those from before the start. */
  const open = new Map<number, BegunError & { since?: number | undefined }>();
  return {
    load: (began) => {
      for (const [deviceId, one] of began) open.set(deviceId, one);
    },
    changed: (deviceId, { desired, lamps }, { isOutOfSync, isReasserted, now }) => {
      const known = open.get(deviceId);
      if (isReasserted && isOf(known, desired)) return undefined;
      if (!isOutOfSync) return open.delete(deviceId) ? null : undefined;
      if (known && litLamps(lamps).length !== 1) return undefined;
      const at = known?.at ?? now;
      const reason = describeOutOfSync({ desired, words: shownInWords(lamps) }, at);
      if (reason === undefined || reason === known?.reason) return undefined;
      open.set(deviceId, { reason, at, since: desired?.since });
      return { reason, at };
    },
  };
}

/** True when it began while the same was desired, as far as that is known. */
function isOf(known: { since?: number | undefined } | undefined, desired: DeviceState['desired']): boolean {
  return known !== undefined && (known.since === undefined || known.since === desired?.since);
}
