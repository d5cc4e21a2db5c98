import { gravityOf } from '../what-applies.ts';
import type { GaugeReading } from './gauge-language.ts';
import type { Fired, GaugeLimits, GaugeState, SiteEvent } from './gauge-state.ts';
import type { SiteRule, Threshold, WarningColor } from './site-rule.ts';
import { WARNING_COLORS } from './site-rule.ts';
import * as words from './site-words.ts';
import { risePerMinute, takeReadings, takeTime, withLastingFaults } from './take-readings.ts';

/** So long what a person saw on the spot counts. */
const PERSON_COUNTS_MS = 30 * 60_000;
/** The water rises fast no more once it does so half as fast. */
const RAPID_ENDS_AT = 0.5;

/** What happens to a gauge. */
export type GaugeEvent =
  /** It measured; `isKept`: the broker kept that, and it may be old. */
  | { kind: 'measured'; readings: readonly GaugeReading[]; isKept: boolean }
  /** A person on the spot said at that time (epoch ms) whether there is water. */
  | { kind: 'seen'; saw: boolean; by: string; at: number }
  /** A signal of the site shows, of itself, a graver color than is desired of it. */
  | { kind: 'lit'; color: WarningColor; name: string }
  /** Time has passed. */
  | { kind: 'tick' };

/** When it happens; `linkElapsed`: since when gauges can be heard (monotonic), null: they cannot. */
export type SiteMoment = {
  readonly now: number;
  readonly elapsed: number;
  readonly linkElapsed: number | null;
  readonly limits: GaugeLimits;
  readonly rule: SiteRule | null;
};

/**
 * The gauge and its site after an event, and what happened by that (docs/rules.md#site-rules). The same state when
 * nothing did. It has no clock of its own, and lights nothing: that is done by what it returns.
 */
export function stepGauge(
  state: GaugeState,
  event: GaugeEvent,
  at: SiteMoment,
): { state: GaugeState; events: readonly SiteEvent[] } {
  const log = createLog(state, at.now);
  const taken = takeEvent(state, event, at);
  const lowestClear = at.rule?.thresholds[0]?.clear_at ?? null;
  const known = withLastingFaults(taken, { now: at.now, lowestClear });
  if (event.kind === 'seen') log.add('person', words.seen(event), null, known);
  if (event.kind === 'lit') log.add('local', words.lit(event), event.color, known);
  if (known.fault && known.fault.kind !== state.fault?.kind)
    log.add('fault', words.faulty(known.fault.kind, known), null, known);
  const heard = withSilence(known, at, log);
  const next = at.rule === null ? heard : withThresholds(heard, at.rule, { at, log });
  return {
    state: log.events.length === 0 ? next : { ...next, events: state.events + log.events.length },
    events: log.events,
  };
}

/** The state as it was stored: its silence begins now, and what is under way goes on. */
export function restoredGauge(stored: GaugeState, elapsed: number): GaugeState {
  const since = stored.credibleElapsed === null ? null : elapsed;
  return { ...stored, credibleElapsed: since, levelElapsed: null, interval: null, leap: null };
}

/** The gravest color that the site asks for now; null for none. */
export function askedColor({ fired }: Pick<GaugeState, 'fired'>): WarningColor | null {
  return WARNING_COLORS.findLast((color) => fired[color] !== undefined) ?? null;
}

function takeEvent(state: GaugeState, event: GaugeEvent, at: SiteMoment): GaugeState {
  switch (event.kind) {
    case 'measured': {
      // What the broker kept is shown where nothing else is known; it proves nothing.
      if (event.isKept && state.credibleElapsed !== null) return state;
      const next = takeReadings(state, event.readings, { limits: at.limits, moment: at });
      return event.isKept ? { ...next, credibleElapsed: null, leap: null, recent: [] } : next;
    }
    case 'seen':
      return { ...state, person: { saw: event.saw, by: event.by, at: event.at } };
    case 'lit':
      return state;
    case 'tick':
      return takeTime(state, at);
  }
}

function withSilence(state: GaugeState, at: SiteMoment, log: Log): GaugeState {
  const { rule, linkElapsed, elapsed, now } = at;
  if (state.credibleElapsed === null || linkElapsed === null || rule === null) return state;
  const silentMs = elapsed - Math.max(state.credibleElapsed, linkElapsed);
  const isSilent = silentMs >= rule.silent_after_s * 1000;
  if (isSilent === (state.silentSince !== null)) return state;
  if (!isSilent) {
    log.add('heard', words.HEARD, null, state);
    return { ...state, silentSince: null };
  }
  const color = rule.silent === 'raise' ? rule.silent_color : null;
  log.add('silent', words.silent(silentMs, state), color, state);
  return { ...state, silentSince: now - silentMs };
}

function withThresholds(
  known: GaugeState,
  rule: SiteRule,
  { at, log }: { at: SiteMoment; log: Log },
): GaugeState {
  // What only the broker kept asks for nothing.
  if (known.credibleElapsed === null) return known;
  const rapid = withRapid(known, rule, log);
  const state = { ...rapid, over: overNow(rapid, rule, at.now) };
  const { fired, gravest } = firedAfter(state, rule, { at, log });
  const isGraver = gravest !== null && gravityOf(gravest) > gravityOf(askedColor(state) ?? 'spento');
  if (isGraver) log.add('threshold', words.exceeded(gravest, state, rule), gravest, state);
  const isSame = rapid === known && isSameRecord(fired, state.fired) && isSameRecord(state.over, known.over);
  return isSame ? known : { ...state, fired };
}

/** The colors that the site asks for, and the gravest of those that it did not ask for before. */
function firedAfter(
  state: GaugeState,
  rule: SiteRule,
  { at: { now }, log }: { at: SiteMoment; log: Log },
): { fired: GaugeState['fired']; gravest: WarningColor | null } {
  const fired: Partial<Record<WarningColor, Fired>> = {};
  let gravest: WarningColor | null = null;
  let ended: WarningColor | undefined;
  for (const color of WARNING_COLORS) {
    const before = state.fired[color];
    const isAsked = asksFor(color, state, { rule, now });
    if (isAsked) fired[color] = withBelow(before ?? { at: now, belowSince: null }, null);
    if (isAsked && before === undefined) gravest = color;
    if (isAsked || before === undefined) continue;
    const after = below(color, before, { state, rule, now });
    if (after === null) ended ??= color;
    else fired[color] = after;
  }
  if (ended !== undefined) log.add('cleared', words.cleared(ended, rule), null, state);
  return { fired, gravest };
}

function withRapid(state: GaugeState, rule: SiteRule, log: Log): GaugeState {
  const limit = rule.rate_per_min;
  if (limit === null) return state.isRapid ? { ...state, isRapid: false } : state;
  const rise = risePerMinute(state);
  const isRapid = rise >= (state.isRapid ? limit * RAPID_ENDS_AT : limit);
  if (isRapid === state.isRapid) return state;
  if (isRapid) log.add('rapid', words.rapid(rise, limit), null, state);
  return { ...state, isRapid };
}

/** Since when each threshold is exceeded. */
function overNow(state: GaugeState, { thresholds }: SiteRule, now: number): GaugeState['over'] {
  const over: Partial<Record<WarningColor, number>> = {};
  for (const { color, at } of thresholds) {
    const since = state.over[color];
    if (state.level !== null && state.level.value >= at) over[color] = Math.min(since ?? now, now);
  }
  return over;
}

function asksFor(
  color: WarningColor,
  state: GaugeState,
  { rule, now }: { rule: SiteRule; now: number },
): boolean {
  const byLevel = rule.thresholds.some((one) => one.color === color && isExceeded(one, state, now));
  const byFloat = state.float?.value === 1;
  const byPerson = state.person?.saw === true && now - state.person.at < PERSON_COUNTS_MS;
  const isOfFloat = rule.float_color === color;
  if (Math.min(rule.votes, voters(state, rule)) < 2) return byLevel || (byFloat && isOfFloat);
  return (byLevel && (byFloat || byPerson)) || (byFloat && byPerson && isOfFloat);
}

/** True when the level is above a threshold for long enough, or rises fast and is almost there. */
function isExceeded(
  { color, clear_at, for_s }: Threshold,
  { level, over, isRapid, silentSince }: GaugeState,
  now: number,
): boolean {
  if (level === null || silentSince !== null) return false;
  if (isRapid && level.value >= clear_at) return true;
  const since = over[color];
  return since !== undefined && now - since >= for_s * 1000;
}

/** How many machines can speak for this site: one alone need not wait for another that is not there, or is broken. */
function voters({ level, saidFloat, silentSince, fault }: GaugeState, { thresholds }: SiteRule): number {
  const isLevelKnown = thresholds.length > 0 && level !== null && silentSince === null;
  const isBroken = fault?.kind === 'fuori scala' || fault?.kind === 'instabile' || fault?.kind === 'dubbia';
  return (isLevelKnown && !isBroken ? 1 : 0) + (saidFloat ? 1 : 0);
}

/** A color that is no longer asked for: null once the water is below for as long as it had to be above. */
function below(
  color: WarningColor,
  before: Fired,
  { state, rule, now }: { state: GaugeState; rule: SiteRule; now: number },
): Fired | null {
  const threshold = rule.thresholds.find((one) => one.color === color);
  const isFloatUp = state.float?.value === 1 && rule.float_color === color;
  const isLow = state.level === null || threshold === undefined || state.level.value < threshold.clear_at;
  // Of a site that is not heard it is not known that the water fell.
  if (!isLow || isFloatUp || state.silentSince !== null) return withBelow(before, null);
  const since = before.belowSince ?? now;
  return now - since >= (threshold?.for_s ?? 0) * 1000 ? null : withBelow(before, since);
}

/** The same one where nothing changed. */
function withBelow(fired: Fired, belowSince: number | null): Fired {
  return fired.belowSince === belowSince ? fired : { ...fired, belowSince };
}

type Log = {
  events: SiteEvent[];
  add: (
    kind: SiteEvent['kind'],
    sentence: string,
    color: WarningColor | null,
    state: Pick<GaugeState, 'level'>,
  ) => void;
};

function createLog(state: GaugeState, at: number): Log {
  const log: Log = {
    events: [],
    add: (kind, sentence, color, { level }) => {
      const number = state.events + log.events.length + 1;
      log.events.push({ number, at, kind, color, level: level?.value ?? null, sentence });
    },
  };
  return log;
}

function isSameRecord(
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => one[key] === other[key]);
}
