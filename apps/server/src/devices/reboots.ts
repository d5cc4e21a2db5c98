const HOUR_MS = 60 * 60_000;
/** Messages come late, and clocks of boards are not exact. */
const LATE_MS = 10_000;

/** What a device said of how long it runs (s), when (epoch ms) and in which link session; null: before this start. */
export type ReportedUptime = { uptime: number; reportedAt: number | null; session: number | null };

/**
 * Counts how often devices began anew: their uptime went back, or grew by less than half of the time that passed. What
 * was before the server started is not known.
 */
export function createReboots(): {
  /** Notes what a device last said, and returns how often it began anew in the last hour. */
  note: (deviceId: number, reported: ReportedUptime | null, now: number) => number;
} {
  const known = new Map<number, { said: ReportedUptime; at: number[] }>();
  return {
    note: (deviceId, said, now) => {
      const former = known.get(deviceId);
      if (said === null) return former?.at.length ?? 0;
      const at = (former?.at ?? []).filter((time) => now - time < HOUR_MS);
      if (former && beganAnew(former.said, said)) at.push(now);
      known.set(deviceId, { said, at });
      return at.length;
    },
  };
}

function beganAnew(former: ReportedUptime, reported: ReportedUptime): boolean {
  if (reported.uptime < former.uptime) return true;
  if (former.reportedAt === null || reported.reportedAt === null) return false;
  // What waited in the broker while the link was away comes long after it was said.
  if (reported.session !== former.session) return false;
  const passedMs = reported.reportedAt - former.reportedAt;
  const grewMs = (reported.uptime - former.uptime) * 1000;
  return passedMs - grewMs > Math.max(LATE_MS, passedMs / 2);
}
