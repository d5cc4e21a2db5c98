const HOUR_MS = 60 * 60_000;

/** Counts how often devices began anew: their uptime (s) went back. What was before the server started is not known. */
export function createReboots(): {
  /** Notes what a device says now, and returns how often it began anew in the last hour. */
  note: (deviceId: number, uptime: number | null, now: number) => number;
} {
  const known = new Map<number, { uptime: number; at: number[] }>();
  return {
    note: (deviceId, uptime, now) => {
      const former = known.get(deviceId);
      if (uptime === null) return former?.at.length ?? 0;
      const at = (former?.at ?? []).filter((time) => now - time < HOUR_MS);
      if (former && uptime < former.uptime) at.push(now);
      known.set(deviceId, { uptime, at });
      return at.length;
    },
  };
}
