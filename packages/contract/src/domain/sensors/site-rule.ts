import { decimal } from '../italian.ts';
import { SIGNAL_COLORS, type SignalColor } from '../signal-color.ts';

/** What the water asks for: verde is no warning. */
export const WARNING_COLORS = SIGNAL_COLORS.filter((color) => color !== 'verde') as Exclude<
  SignalColor,
  'verde'
>[];

export type WarningColor = (typeof WARNING_COLORS)[number];

/** From which level (cm) on the water asks for a color, after so many seconds, and below which it no longer does. */
export type Threshold = {
  readonly color: WarningColor;
  readonly at: number;
  readonly clear_at: number;
  readonly for_s: number;
};

/** What a site does of itself: it calls people, makes a proposal for them, or lights its signals. */
export const SITE_POLICIES = ['warn', 'propose', 'raise'] as const;

export type SitePolicy = (typeof SITE_POLICIES)[number];

/** What happens when the sensor is silent or not credible: an alarm, or its signals are lit as well. */
export const SILENT_POLICIES = ['alarm', 'raise'] as const;

/** The rule of a site (docs/rules.md#site-rules). */
export type SiteRule = {
  /** From the mildest to the gravest: each at a higher level than the one before. */
  readonly thresholds: readonly Threshold[];
  /** From so many cm a minute on the water rises fast; null: it never does. */
  readonly rate_per_min: number | null;
  readonly policy: SitePolicy;
  /** The signals of the site. */
  readonly device_ids: readonly number[];
  readonly silent: (typeof SILENT_POLICIES)[number];
  readonly silent_after_s: number;
  readonly silent_color: WarningColor;
  /** What a float that is up asks for; null: it is a witness of the level only. */
  readonly float_color: WarningColor | null;
  /** How many of level, float and person must agree. */
  readonly votes: 1 | 2;
  /** The board of the signals has the rule, too: what it lights by itself is taken over (docs/rules.md#local-rule). */
  readonly local: boolean;
};

export const THRESHOLDS_AT_MOST = WARNING_COLORS.length;

/** Why thresholds cannot be so, in Italian; undefined when they can. */
export function thresholdsFault(thresholds: readonly Threshold[]): string | undefined {
  for (const [index, { color, at, clear_at }] of thresholds.entries()) {
    if (clear_at >= at) return `${color}: il livello a cui cala deve stare sotto ${decimal(at)} cm`;
    const milder = thresholds[index - 1];
    if (milder === undefined) continue;
    if (SIGNAL_COLORS.indexOf(color) <= SIGNAL_COLORS.indexOf(milder.color))
      return 'Le soglie vanno dal colore più lieve al più grave, ognuno una volta sola';
    if (at <= milder.at) return `${color}: la soglia deve stare sopra quella del ${milder.color}`;
  }
  return undefined;
}
