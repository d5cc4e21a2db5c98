/** The level of the water (cm) at a time (epoch ms). */
export type Water = (at: number) => number;

const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;
const HIGHEST_CM = 80;
/** In a year an underpass has so many storms that reach it. */
const STORMS_A_YEAR = 12;

/**
 * Levels from a file, one `seconds;cm` in each line, in their order: straight lines between them, from the start on and
 * then again. Throws with one Italian sentence at the first wrong line.
 */
export function readLevels(text: string, startedAt: number): Water {
  const points = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [seconds = Number.NaN, level = Number.NaN] = line.split(/[;,\t]/).map(Number);
      if (!Number.isFinite(seconds) || !Number.isFinite(level))
        throw new Error(`livello non valido: "${line}"`);
      return { at: seconds * 1000, level };
    });
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) throw new Error('nessun livello nel file');
  const isUnordered = points.some((point, index) => index > 0 && point.at <= (points[index - 1]?.at ?? 0));
  if (isUnordered) throw new Error('i secondi del file dei livelli devono crescere');
  const lengthMs = Math.max(last.at - first.at, 1);
  return (at) => {
    const since = first.at + ((((at - startedAt) % lengthMs) + lengthMs) % lengthMs);
    const after = points.findIndex((point) => point.at > since);
    const [from, to] = [points[after - 1] ?? first, points[after] ?? last];
    const share = to.at === from.at ? 0 : (since - from.at) / (to.at - from.at);
    return from.level + (to.level - from.level) * share;
  };
}

/** A storm: the water rises to its peak, stands, and drains. */
export type Storm = { at: number; riseMs: number; standMs: number; drainMs: number; peak: number };

/** The storms of a year that begins then, from a source of numbers from 0 to 1; a third of them are floods. */
export function stormsOfYear(beginsAt: number, random: () => number): Storm[] {
  return Array.from({ length: STORMS_A_YEAR }, (_, index) => ({
    at: beginsAt + ((index + random()) * 365 * DAY_MS) / STORMS_A_YEAR,
    riseMs: (8 + random() * 60) * MINUTE_MS,
    standMs: (5 + random() * 90) * MINUTE_MS,
    drainMs: (60 + random() * 300) * MINUTE_MS,
    peak: random() < 1 / 3 ? 32 + random() * (HIGHEST_CM - 32) : 3 + random() * 22,
  }));
}

/** The level that storms make of an underpass that is dry otherwise. */
export function waterOf(storms: readonly Storm[]): Water {
  const ordered = storms.toSorted((one, other) => one.at - other.at);
  let index = 0;
  const levelOf = ({ at, riseMs, standMs, drainMs, peak }: Storm, now: number) => {
    const since = now - at;
    if (since < 0 || since > riseMs + standMs + drainMs) return 0;
    if (since < riseMs) return peak * (since / riseMs);
    return since < riseMs + standMs ? peak : peak * (1 - (since - riseMs - standMs) / drainMs);
  };
  return (now) => {
    // Time goes on, as a rule: what is over is not looked at again.
    while (index > 0 && (ordered[index]?.at ?? 0) > now) index -= 1;
    while (index + 1 < ordered.length && (ordered[index + 1]?.at ?? 0) <= now) index += 1;
    const storm = ordered[index];
    return storm === undefined ? 0 : levelOf(storm, now);
  };
}

/** An underpass that floods when it is told to, and drains when it is told so again. */
export function createFlood(cmPerSecond: number): { water: Water; toggle: () => void } {
  let level = 0;
  let rises = false;
  let seenAt: number | undefined;
  return {
    water: (at) => {
      const passedS = Math.max(0, at - (seenAt ?? at)) / 1000;
      seenAt = at;
      level = Math.min(45, Math.max(0, level + (rises ? cmPerSecond : -cmPerSecond) * passedS));
      return level;
    },
    toggle: () => {
      rises = !rises;
    },
  };
}
