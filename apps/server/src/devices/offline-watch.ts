import { createExpiryQueue } from '../platform/expiry-queue.ts';

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
  const held = new Map<number, object>();
  const expired = ({ deviceId, hold }: { deviceId: number; hold: object }) => {
    // Dropped and held again meanwhile, it has another hold.
    if (held.get(deviceId) !== hold) return;
    held.delete(deviceId);
    isOffline(deviceId);
  };
  const live = createExpiryQueue({ afterMs: HELD_MS, expired });
  const kept = createExpiryQueue({ afterMs: KEPT_HELD_MS, expired });
  return {
    hold: (deviceId, isKept) => {
      if (held.has(deviceId)) return;
      const hold = {};
      held.set(deviceId, hold);
      (isKept ? kept : live).add({ deviceId, hold });
    },
    drop: (deviceId) => void held.delete(deviceId),
    dropAll: () => held.clear(),
    stop: () => {
      live.stop();
      kept.stop();
    },
  };
}
