const LOOKS_EVERY_MS = 250;

/** Notices that this thread stood still. */
export type StallWatch = {
  /** Looks at the clock; to be called before anything is read that may have waited meanwhile. */
  look: () => void;
  stop: () => void;
};

/** Calls `stalled` when this thread did nothing for so long (ms): what waited unread meanwhile is as old as that. */
export function createStallWatch(afterMs: number, stalled: () => void): StallWatch {
  let lookedAt = performance.now();
  const look = () => {
    const now = performance.now();
    const stoodStillMs = now - lookedAt;
    lookedAt = now;
    if (stoodStillMs >= afterMs) stalled();
  };
  const timer = setInterval(look, LOOKS_EVERY_MS);
  timer.unref();
  return { look, stop: () => clearInterval(timer) };
}
