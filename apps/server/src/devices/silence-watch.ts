/** Who has not been heard for too long, without a timer or a walk per device: the map keeps the order in which devices last spoke. */
export type SilenceWatch = {
  load: (devices: readonly { deviceId: number; heardAt: number | null }[]) => void;
  heard: (deviceId: number, now: number) => void;
  forget: (deviceId: number) => void;
  /** The devices now silent for the whole window, each told once until it speaks again. Time when nobody listened does not count. */
  takeSilent: (at: { now: number; listeningSince: number }) => number[];
};

/** `windowMs` zero: nobody is ever silent. A device that never spoke is not watched. */
export function createSilenceWatch(windowMs: number): SilenceWatch {
  const heardAtById = new Map<number, number>();
  return {
    load: (devices) => {
      const spoke = devices.flatMap(({ deviceId, heardAt }) =>
        heardAt === null ? [] : [{ deviceId, heardAt }],
      );
      for (const { deviceId, heardAt } of spoke.sort((a, b) => a.heardAt - b.heardAt)) {
        heardAtById.set(deviceId, heardAt);
      }
    },
    heard: (deviceId, now) => {
      heardAtById.delete(deviceId);
      heardAtById.set(deviceId, now);
    },
    forget: (deviceId) => {
      heardAtById.delete(deviceId);
    },
    takeSilent: ({ now, listeningSince }) => {
      const silent: number[] = [];
      if (windowMs === 0) return silent;
      for (const [deviceId, heardAt] of heardAtById) {
        if (Math.max(heardAt, listeningSince) + windowMs > now) break;
        heardAtById.delete(deviceId);
        silent.push(deviceId);
      }
      return silent;
    },
  };
}
