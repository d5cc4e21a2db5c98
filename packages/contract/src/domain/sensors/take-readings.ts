import type { GaugeReading } from './gauge-language.ts';
import type { GaugeFault, GaugeLimits, GaugeState, Measure } from './gauge-state.ts';

// Which measures count, and what is wrong with those that do not (docs/rules.md#gauge-faults).

/** Farther than this (cm) and faster than this (cm a minute) no water rises from one measure to the next. */
const LEAP_CM = 20;
const LEAP_CM_A_MINUTE = 30;
/** A leap that nothing contradicts counts after one and a half of the gauge's turns, within these bounds. */
const LEAP_TURNS = 1.5;
const LEAP_WAIT_MS = { least: 2000, most: 120_000 };
/** So many contradicted leaps within this time: the gauge is unstable. */
const UNSTABLE_LEAPS = 3;
const UNSTABLE_WITHIN_MS = 10 * 60_000;
/** Closer to zero than this (cm) a dry site is at rest, and may stay there for ever. */
const REST_CM = 3;
const SAME_CM = 0.05;
const STUCK_AFTER_MS = 6 * 60 * 60_000;
/** The zero has moved when the lowest level of so many days in a row is farther from zero than this (cm). */
const DRIFT_CM = 5;
const DRIFT_DAYS = 3;
const DAY_MS = 24 * 60 * 60_000;
const RATE_OVER_MS = 120_000;
const LEAST_RATE_MS = 20_000;
const SEEN_SHARE = 0.25;
/** At one measure a second the last minute is known well enough by one in two. */
const RECENT_STEP_MS = 2000;
/** What was measured longer ago than this says nothing of now. */
const OLD_AFTER_MS = 10 * 60_000;
const DISAGREES_AFTER_MS = 60_000;

export type GaugeMoment = { readonly now: number; readonly elapsed: number };

type Draft = { -readonly [Key in keyof GaugeState]: GaugeState[Key] };

/** The state after measures that the gauge has just taken. */
export function takeReadings(
  state: GaugeState,
  readings: readonly GaugeReading[],
  { limits, moment }: { limits: GaugeLimits; moment: GaugeMoment },
): GaugeState {
  const next: Draft = { ...state };
  for (const reading of readings) {
    const isOld = reading.at !== null && reading.at < moment.now - OLD_AFTER_MS;
    const isUnproven = reading.isImplied && !hasSaid(next, reading.quantity);
    if (isOld || isUnproven) continue;
    if (reading.quantity === 'level') takeLevel(next, reading, { limits, moment });
    else takeOther(next, reading, moment);
  }
  return next;
}

function takeOther(next: Draft, { quantity, value, isGood }: GaugeReading, moment: GaugeMoment): void {
  if (!isGood) {
    next.fault = fault(next, 'dubbia', moment.now);
    return;
  }
  const measure = { value, at: moment.now };
  if (quantity === 'rain') next.rain = measure;
  if (quantity === 'float') {
    // Since when it is so.
    next.float = next.float?.value === value ? next.float : measure;
    next.saidFloat = true;
  }
  next.credibleElapsed = moment.elapsed;
  if (next.level === null) next.fault = null;
}

/** The state once time has passed: a leap that nothing contradicted counts. */
export function takeTime(state: GaugeState, moment: GaugeMoment): GaugeState {
  const { leap } = state;
  if (leap === null || leap.dueElapsed > moment.elapsed) return state;
  const next: Draft = { ...state, leap: null };
  accept(next, leap.value, moment);
  return next;
}

/** The state with its lasting faults: a level that is stuck, a zero that has moved, a float that disagrees. */
export function withLastingFaults(
  state: GaugeState,
  { now, lowestClear }: { now: number; lowestClear: number | null },
): GaugeState {
  const kind = lastingFault(state, { now, lowestClear });
  const known = state.fault?.kind;
  const isLasting = known !== undefined && LASTING.has(known);
  if (kind === undefined) return isLasting ? { ...state, fault: null } : state;
  // What makes the level unknown is worse.
  if (kind === known || (known !== undefined && !isLasting)) return state;
  return { ...state, fault: { kind, since: now } };
}

/**
 * How many cm a minute the water rises, by the levels of the last two minutes; 0 while it falls, and while half of the
 * rise was not seen on the way: one measure alone is no rise.
 */
export function risePerMinute({ recent }: Pick<GaugeState, 'recent'>): number {
  const first = recent.at(0);
  const last = recent.at(-1);
  const middle = recent.at(Math.floor(recent.length / 2));
  if (!first || !last || !middle || recent.length < 3 || last.at - first.at < LEAST_RATE_MS) return 0;
  const rise = last.value - first.value;
  if (rise <= 0 || middle.value - first.value < SEEN_SHARE * rise) return 0;
  return (rise * 60_000) / (last.at - first.at);
}

function takeLevel(
  next: Draft,
  { value, isGood, isImplied }: GaugeReading,
  { limits, moment }: { limits: GaugeLimits; moment: GaugeMoment },
): void {
  const { now, elapsed } = moment;
  if (!isImplied) next.saidLevel = true;
  next.interval = next.levelElapsed === null ? next.interval : elapsed - next.levelElapsed;
  next.levelElapsed = elapsed;
  if (value < limits.min || value > limits.max) {
    next.fault = fault(next, 'fuori scala', now);
  } else if (isGood) {
    takeCredible(next, value, moment);
  } else {
    next.fault = fault(next, 'dubbia', now);
  }
}

function takeCredible(next: Draft, value: number, moment: GaugeMoment): void {
  const { now, elapsed } = moment;
  const { level, leap } = next;
  if (level === null || !isLeap(level, { value, at: now }) || (leap && isNear(leap.value, value))) {
    if (leap && !isNear(leap.value, value)) contradict(next, now);
    next.leap = null;
    accept(next, value, moment);
    return;
  }
  if (leap) contradict(next, now);
  const turn = LEAP_TURNS * (next.interval ?? 0);
  const wait = Math.min(Math.max(turn, LEAP_WAIT_MS.least), LEAP_WAIT_MS.most);
  next.leap = { value, dueElapsed: elapsed + wait };
  if (isUnstable(next, now)) next.fault = fault(next, 'instabile', now);
}

function accept(next: Draft, value: number, { now, elapsed }: GaugeMoment): void {
  const isSame = next.level !== null && Math.abs(next.level.value - value) < SAME_CM;
  next.sameSince = isSame ? (next.sameSince ?? now) : now;
  next.level = { value, at: now };
  next.credibleElapsed = elapsed;
  next.lowest = lowestAfter(next.lowest, { value, at: now });
  next.recent = recentAfter(next.recent, { value, at: now });
  next.contradicted = next.contradicted.filter((at) => at > now - UNSTABLE_WITHIN_MS);
  if (isUnstable(next, now)) next.fault = fault(next, 'instabile', now);
  else if (next.fault?.kind !== undefined && !LASTING.has(next.fault.kind)) next.fault = null;
}

const LASTING = new Set<GaugeFault>(['ferma', 'deriva', 'in disaccordo']);

function isLeap(level: Measure, { value, at }: Measure): boolean {
  const leapt = Math.abs(value - level.value);
  const minutes = Math.max(at - level.at, 0) / 60_000;
  return leapt > LEAP_CM && leapt > LEAP_CM_A_MINUTE * minutes;
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= LEAP_CM;
}

function contradict(next: Draft, now: number): void {
  next.contradicted = [...next.contradicted, now].slice(-UNSTABLE_LEAPS);
}

function isUnstable({ contradicted }: Draft, now: number): boolean {
  return contradicted.filter((at) => at > now - UNSTABLE_WITHIN_MS).length >= UNSTABLE_LEAPS;
}

function fault({ fault: known }: Draft, kind: GaugeFault, since: number): GaugeState['fault'] {
  return known?.kind === kind ? known : { kind, since };
}

function hasSaid({ saidLevel, saidFloat }: Draft, quantity: GaugeReading['quantity']): boolean {
  return quantity === 'level' ? saidLevel : quantity === 'float' && saidFloat;
}

function lowestAfter(lowest: GaugeState['lowest'], { value, at }: Measure): GaugeState['lowest'] {
  const day = Math.floor(at / DAY_MS);
  if (lowest === null || lowest.day > day) return { day, value, daysOff: 0 };
  if (lowest.day === day) return value < lowest.value ? { ...lowest, value } : lowest;
  const wasOff = Math.abs(lowest.value) > DRIFT_CM && day === lowest.day + 1;
  return { day, value, daysOff: wasOff ? lowest.daysOff + 1 : 0 };
}

function recentAfter(recent: readonly Measure[], measure: Measure): Measure[] {
  const before = recent.at(-2);
  const isClose = before !== undefined && measure.at - before.at < RECENT_STEP_MS;
  const kept = isClose ? recent.slice(0, -1) : recent;
  const lately = kept.filter(({ at }) => at <= measure.at && at >= measure.at - RATE_OVER_MS);
  // A gauge that speaks rarely is known by its last three measures.
  return lately.length > 1 ? [...lately, measure] : [...kept.slice(-2), measure];
}

function lastingFault(
  { level, float, sameSince, lowest }: GaugeState,
  { now, lowestClear }: { now: number; lowestClear: number | null },
): GaugeFault | undefined {
  const isLow = level !== null && lowestClear !== null && level.value < lowestClear;
  if (float?.value === 1 && isLow && now - float.at >= DISAGREES_AFTER_MS) return 'in disaccordo';
  const isAtRest = level === null || Math.abs(level.value) <= REST_CM;
  if (!isAtRest && sameSince !== null && now - sameSince >= STUCK_AFTER_MS) return 'ferma';
  const isOff = lowest !== null && Math.abs(lowest.value) > DRIFT_CM && lowest.daysOff >= DRIFT_DAYS;
  return isOff ? 'deriva' : undefined;
}
