import { createExpiringMap } from '../platform/expiring-map.ts';

/** A broker that is stopped sends the last will of everybody first, and then its link falls within this time. */
const HELD_MS = 2000;
/** After a restart of the broker its devices come back one by one; until then it still has their last wills. */
const KEPT_HELD_MS = 10_000;

/**
 * Holds each `offline` for a moment: it is dropped when the device speaks again, or when the link to the broker falls
 * meanwhile (docs/rules.md#availability).
 */
export type OfflineWatch = {
  /** `isKept`: it comes from the memory of the broker. */
  hold: (deviceId: number, isKept: boolean) => void;
  drop: (deviceId: number) => void;
  dropAll: () => void;
  stop: () => void;
};

/** `isOffline` is called for each device that stayed offline. */
export function createOfflineWatch(isOffline: (deviceId: number) => void): OfflineWatch {
  const live = createExpiringMap<number>({ afterMs: HELD_MS, expired: isOffline });
  const kept = createExpiringMap<number>({ afterMs: KEPT_HELD_MS, expired: isOffline });
  return {
    hold: (deviceId, isKept) => {
      if (!live.has(deviceId) && !kept.has(deviceId)) (isKept ? kept : live).set(deviceId, true);
    },
    drop: (deviceId) => {
      live.delete(deviceId);
      kept.delete(deviceId);
    },
    dropAll: () => {
      live.clear();
      kept.clear();
    },
    stop: () => {
      live.stop();
      kept.stop();
    },
  };
}
