/** A device that failed this often within this time is unstable. */
const FLAPS = 3;
const FLAPS_WITHIN_MS = 10 * 60_000;
/** The state of an unstable device is notified after this long without a change. */
const CALM_AFTER_MS = 10 * 60_000;
/**
 * How long the first change is held, so that others join it. While changes follow, each window is twice the last
 * one.
 */
const FIRST_WINDOW_MS = 15_000;
const LONGEST_WINDOW_MS = 5 * 60_000;
/** After this long without a digest, the first window is used again. */
const QUIET_AFTER_MS = 10 * 60_000;

/** The ids of the devices that one notice names, each in one list only. */
export type ErrorDigest = { failed: number[]; recovered: number[]; unstable: number[] };

/**
 * A device that changed lately: the last notice about it, and what it did since. Times are those of a monotonicClock.
 */
type Track = { inError: boolean; notified: 'ok' | 'error' | 'unstable'; flaps: number[]; changedAt: number };

export type ErrorDigester = ReturnType<typeof createErrorDigester>;

/**
 * Gathers the errors of devices into few digests: see docs/decisions/0016-error-digests.md. Times are those of a
 * monotonicClock, in milliseconds.
 */
export function createErrorDigester(firstWindowMs = FIRST_WINDOW_MS) {
  const inError = new Set<number>();
  const tracks = new Map<number, Track>();
  let windowMs = firstWindowMs;
  let newsAt = Number.POSITIVE_INFINITY;
  let calmAt = Number.POSITIVE_INFINITY;
  let lastTakenAt = Number.NEGATIVE_INFINITY;

  /** Takes in a device's error flag that was notified before. */
  const known = (deviceId: number, failing: boolean): void => {
    if (failing) inError.add(deviceId);
    else inError.delete(deviceId);
  };
  const trackOf = (deviceId: number): Track => {
    const wasInError = inError.has(deviceId);
    const notified = wasInError ? 'error' : 'ok';
    const track = tracks.get(deviceId) ?? { inError: wasInError, notified, flaps: [], changedAt: 0 };
    tracks.set(deviceId, track);
    return track;
  };

  return {
    known,
    /** Takes in a device's error flag; true when it changed. Cheap when it did not. */
    note: (deviceId: number, failing: boolean, now: number): boolean => {
      if (inError.has(deviceId) === failing) return false;
      const track = trackOf(deviceId);
      known(deviceId, failing);
      track.inError = failing;
      track.changedAt = now;
      if (failing) track.flaps = [...track.flaps.filter((at) => at > now - FLAPS_WITHIN_MS), now];
      if (now - lastTakenAt >= QUIET_AFTER_MS) windowMs = firstWindowMs;
      newsAt = Math.min(newsAt, Math.max(now + firstWindowMs, lastTakenAt + windowMs));
      return true;
    },
    forget: (deviceId: number): void => {
      inError.delete(deviceId);
      tracks.delete(deviceId);
    },
    /** When the next digest may be due; undefined while there is nothing to notify. */
    dueAt: (): number | undefined => {
      const due = Math.min(newsAt, calmAt);
      return due === Number.POSITIVE_INFINITY ? undefined : due;
    },
    /** The digest that is due, which then counts as notified; with `early`, also what is still held. */
    take: (now: number, early?: 'early'): ErrorDigest | undefined => {
      if (!early && now < newsAt && now < calmAt) return undefined;
      newsAt = Number.POSITIVE_INFINITY;
      const digest = digestOf(tracks, now);
      const unstable = [...tracks.values()].filter(({ notified }) => notified === 'unstable');
      calmAt = Math.min(...unstable.map(({ changedAt }) => changedAt + CALM_AFTER_MS));
      if (Object.values(digest).every((ids) => ids.length === 0)) return undefined;
      windowMs = Math.min(LONGEST_WINDOW_MS, windowMs * 2);
      lastTakenAt = now;
      return digest;
    },
  };
}

const LIST_OF = { ok: 'recovered', error: 'failed', unstable: 'unstable' } as const;

/** What differs from what was notified, and then counts as notified. Tracks of calm devices are deleted. */
function digestOf(tracks: Map<number, Track>, now: number): ErrorDigest {
  const digest: ErrorDigest = { failed: [], recovered: [], unstable: [] };
  for (const [deviceId, track] of tracks) {
    const next = nextOf(track, now);
    if (next !== track.notified) digest[LIST_OF[next]].push(deviceId);
    track.notified = next;
    if (next !== 'unstable' && isCalm(track, now)) tracks.delete(deviceId);
  }
  return digest;
}

function nextOf(track: Track, now: number): Track['notified'] {
  const recentFlaps = track.flaps.filter((at) => at > now - FLAPS_WITHIN_MS).length;
  if (track.notified === 'unstable' ? !isCalm(track, now) : recentFlaps >= FLAPS) return 'unstable';
  return track.inError ? 'error' : 'ok';
}

function isCalm({ changedAt }: Track, now: number): boolean {
  return now - changedAt >= CALM_AFTER_MS;
}
