/** Who has not been heard for too long, without a timer or a walk per device: the map keeps the order in which devices last spoke. Times are a monotonic clock's. */
export type SilenceWatch = {
  heard: (deviceId: number, nowMs: number) => void;
  forget: (deviceId: number) => void;
  /** The devices now silent for the whole window, each told once until it speaks again. Time when nobody listened does not count. */
  takeSilent: (at: { nowMs: number; listeningFromMs: number }) => number[];
};

/** `windowMs` zero: nobody is ever silent. A device that never spoke is not watched. */
export function createSilenceWatch(windowMs: number): SilenceWatch {
  const heardAtById = new Map<number, number>();
  return {
    heard: (deviceId, nowMs) => {
      heardAtById.delete(deviceId);
      heardAtById.set(deviceId, nowMs);
    },
    forget: (deviceId) => {
      heardAtById.delete(deviceId);
    },
    takeSilent: ({ nowMs, listeningFromMs }) => {
      const silent: number[] = [];
      if (windowMs === 0) return silent;
      for (const [deviceId, heardAt] of heardAtById) {
        if (Math.max(heardAt, listeningFromMs) + windowMs > nowMs) break;
        heardAtById.delete(deviceId);
        silent.push(deviceId);
      }
      return silent;
    },
  };
}
