/** Who is to be woken within one step of time is woken together, at its end. */
const STEP_MS = 250;

/**
 * When devices are to be woken, without a timer for each. One that is to be woken later than it was said before is
 * woken then all the same, and is to say anew: a message moves nothing. Times are of a monotonic clock, in ms.
 */
export type WakeWheel = {
  /** Null: not because of this. */
  wakeAt: (deviceId: number, atMs: number | null) => void;
  forget: (deviceId: number) => void;
  /** At most so many of those that are to be woken by now; each is forgotten. */
  take: (nowMs: number, atMost: number) => number[];
};

export function createWakeWheel(): WakeWheel {
  const steps = new Map<number, Set<number>>();
  const stepOf = new Map<number, number>();

  const forget = (deviceId: number) => {
    const step = stepOf.get(deviceId);
    if (step === undefined) return;
    stepOf.delete(deviceId);
    const others = steps.get(step);
    others?.delete(deviceId);
    if (others?.size === 0) steps.delete(step);
  };
  return {
    wakeAt: (deviceId, atMs) => {
      if (atMs === null) return;
      const step = Math.ceil(atMs / STEP_MS);
      const known = stepOf.get(deviceId);
      if (known !== undefined && known <= step) return;
      forget(deviceId);
      stepOf.set(deviceId, step);
      const others = steps.get(step);
      if (others) others.add(deviceId);
      else steps.set(step, new Set([deviceId]));
    },
    forget,
    take: (nowMs, atMost) => {
      const last = Math.floor(nowMs / STEP_MS);
      const taken: number[] = [];
      for (const [step, waiting] of steps) {
        if (step > last) continue;
        for (const deviceId of waiting) {
          if (taken.length === atMost) break;
          taken.push(deviceId);
        }
      }
      for (const deviceId of taken) forget(deviceId);
      return taken;
    },
  };
}
