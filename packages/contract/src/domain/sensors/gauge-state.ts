import type { WarningColor } from './site-rule.ts';

/** A measure that counts, and when it was taken in (epoch ms). */
export type Measure = { readonly value: number; readonly at: number };

/** What a gauge's words are worth (docs/rules.md#gauge-faults). */
export const GAUGE_FAULTS = [
  'fuori scala',
  'dubbia',
  'instabile',
  'ferma',
  'deriva',
  'in disaccordo',
] as const;

export type GaugeFault = (typeof GAUGE_FAULTS)[number];

/** Since when the water asks for a color, and since when it is back below; null while it is not. */
export type Fired = { readonly at: number; readonly belowSince: number | null };

/**
 * What is known of a gauge and its site (docs/rules.md#gauges). Only `stepGauge` makes the next one. Times are epoch
 * milliseconds; those with `elapsed` are of a monotonic clock, and begin anew with the server.
 */
export type GaugeState = {
  readonly level: Measure | null;
  readonly rain: Measure | null;
  /** What the float says, and since when. */
  readonly float: Measure | null;
  /** True once a level was said in so many words: then a field that a network leaves out is a zero. */
  readonly saidLevel: boolean;
  readonly saidFloat: boolean;
  /** When it was last credible, monotonic; null: it was never heard. */
  readonly credibleElapsed: number | null;
  /** The time between its last two measures of the level, monotonic; null: it is not known. */
  readonly interval: number | null;
  readonly levelElapsed: number | null;
  /** A level too far from the one before: it counts once another agrees with it, or none contradicts it for a while. */
  readonly leap: { readonly value: number; readonly dueElapsed: number } | null;
  /** When leaps were contradicted lately. */
  readonly contradicted: readonly number[];
  /** Since when the level is exactly the same. */
  readonly sameSince: number | null;
  /** The lowest level of a day, and how many days before had theirs off zero. */
  readonly lowest: { readonly day: number; readonly value: number; readonly daysOff: number } | null;
  /** Levels of the last two minutes, or the last three, oldest first: how fast the water rises. */
  readonly recent: readonly Measure[];
  readonly isRapid: boolean;
  readonly fault: { readonly kind: GaugeFault; readonly since: number } | null;
  /** Since when it is silent, or not credible; null while it is. */
  readonly silentSince: number | null;
  /** A person on the spot says that there is water, or that there is none, for a while. */
  readonly person: { readonly saw: boolean; readonly by: string; readonly at: number } | null;
  /** Since when each color's level is exceeded. */
  readonly over: Readonly<Partial<Record<WarningColor, number>>>;
  readonly fired: Readonly<Partial<Record<WarningColor, Fired>>>;
  /** How many events there were: the number of the last one. */
  readonly events: number;
};

export const UNKNOWN_GAUGE: GaugeState = {
  level: null,
  rain: null,
  float: null,
  saidLevel: false,
  saidFloat: false,
  credibleElapsed: null,
  interval: null,
  levelElapsed: null,
  leap: null,
  contradicted: [],
  sameSince: null,
  lowest: null,
  recent: [],
  isRapid: false,
  fault: null,
  silentSince: null,
  person: null,
  over: {},
  fired: {},
  events: 0,
};

/** What can happen at a site. */
export const SITE_EVENT_KINDS = [
  'threshold',
  'cleared',
  'rapid',
  'silent',
  'heard',
  'fault',
  'person',
  'local',
] as const;

export type SiteEventKind = (typeof SITE_EVENT_KINDS)[number];

export type SiteEvent = {
  readonly number: number;
  readonly at: number;
  readonly kind: SiteEventKind;
  /** What the site asks for because of it; null: nothing. */
  readonly color: WarningColor | null;
  readonly level: number | null;
  /** What happened, in Italian. */
  readonly sentence: string;
};

/** What a gauge can measure at all (cm). */
export type GaugeLimits = { readonly min: number; readonly max: number };

/** A probe over an underpass measures no more than ten metres, and its zero is never quite zero. */
export const USUAL_LIMITS: GaugeLimits = { min: -20, max: 1000 };
