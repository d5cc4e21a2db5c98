/** A device that went in and out of error this often within this time is unstable. */
const FLAPS = 3;
const FLAPS_WITHIN_MS = 10 * 60_000;
/** An unstable one is told as it is again after this long without a change. */
const CALM_AFTER_MS = 10 * 60_000;
/**
 * How long the first change is held so that others join it; while changes keep coming each message waits twice as
 * long as the last one.
 */
const FIRST_WINDOW_MS = 15_000;
const LONGEST_WINDOW_MS = 5 * 60_000;
/** After this long without a message the next one is prompt again. */
const QUIET_AFTER_MS = 10 * 60_000;

/** What is told at once: the ids of the devices, each in one list only. */
export type ErrorDigest = { failed: number[]; recovered: number[]; unstable: number[] };

/** What was told of a device, and what it did since. Times are a stopwatch's, in milliseconds. */
type Track = { inError: boolean; told: 'ok' | 'error' | 'unstable'; flaps: number[]; changedAt: number };

/** Gathers the errors of devices into few messages: see docs/decisions/0016-notices.md. */
export type ErrorDigester = {
  /** Takes a device's error flag as known, without telling it. */
  known: (deviceId: number, inError: boolean) => void;
  /** Takes what a device is now; true when it changed. Cheap when it did not. */
  note: (deviceId: number, inError: boolean, now: number) => boolean;
  forget: (deviceId: number) => void;
  /** When there may next be something to tell, or undefined while there is nothing. */
  dueAt: () => number | undefined;
  /** What is to be told now, which then counts as told; undefined for nothing. `early`: what is held, too. */
  take: (now: number, early?: 'early') => ErrorDigest | undefined;
};

export function createErrorDigester(firstWindowMs = FIRST_WINDOW_MS): ErrorDigester {
  const inError = new Set<number>();
  /** Only devices that changed lately. */
  const tracks = new Map<number, Track>();
  let windowMs = firstWindowMs;
  let newsAt = Number.POSITIVE_INFINITY;
  let calmAt = Number.POSITIVE_INFINITY;
  let lastTakenAt = Number.NEGATIVE_INFINITY;

  const trackOf = (deviceId: number, was: boolean): Track => {
    const track = tracks.get(deviceId) ?? {
      inError: was,
      told: was ? 'error' : 'ok',
      flaps: [],
      changedAt: 0,
    };
    tracks.set(deviceId, track);
    return track;
  };
  const set = (deviceId: number, failing: boolean) => {
    if (failing) inError.add(deviceId);
    else inError.delete(deviceId);
  };

  return {
    known: set,
    note: (deviceId, failing, now) => {
      const was = inError.has(deviceId);
      if (was === failing) return false;
      const track = trackOf(deviceId, was);
      set(deviceId, failing);
      track.inError = failing;
      track.changedAt = now;
      if (failing) track.flaps = [...track.flaps.filter((at) => at > now - FLAPS_WITHIN_MS), now];
      if (now - lastTakenAt >= QUIET_AFTER_MS) windowMs = firstWindowMs;
      newsAt = Math.min(newsAt, Math.max(now + firstWindowMs, lastTakenAt + windowMs));
      return true;
    },
    forget: (deviceId) => {
      inError.delete(deviceId);
      tracks.delete(deviceId);
    },
    dueAt: () => {
      const due = Math.min(newsAt, calmAt);
      return due === Number.POSITIVE_INFINITY ? undefined : due;
    },
    take: (now, early) => {
      if (!early && now < newsAt && now < calmAt) return undefined;
      newsAt = Number.POSITIVE_INFINITY;
      const digest = digestOf(tracks, now);
      const unstable = [...tracks.values()].filter(({ told }) => told === 'unstable');
      calmAt = Math.min(...unstable.map(({ changedAt }) => changedAt + CALM_AFTER_MS));
      if (Object.values(digest).every((ids) => ids.length === 0)) return undefined;
      windowMs = Math.min(LONGEST_WINDOW_MS, windowMs * 2);
      lastTakenAt = now;
      return digest;
    },
  };
}

const LIST_OF = { ok: 'recovered', error: 'failed', unstable: 'unstable' } as const;

/** What differs from what was told, which it then is; forgets what has been calm. */
function digestOf(tracks: Map<number, Track>, now: number): ErrorDigest {
  const digest: ErrorDigest = { failed: [], recovered: [], unstable: [] };
  for (const [deviceId, track] of tracks) {
    const next = standing(track, now);
    if (next !== track.told) digest[LIST_OF[next]].push(deviceId);
    track.told = next;
    if (next !== 'unstable' && isCalm(track, now)) tracks.delete(deviceId);
  }
  return digest;
}

function standing(track: Track, now: number): Track['told'] {
  const recentFlaps = track.flaps.filter((at) => at > now - FLAPS_WITHIN_MS).length;
  if (track.told === 'unstable' ? !isCalm(track, now) : recentFlaps >= FLAPS) return 'unstable';
  return track.inError ? 'error' : 'ok';
}

function isCalm({ changedAt }: Track, now: number): boolean {
  return now - changedAt >= CALM_AFTER_MS;
}
