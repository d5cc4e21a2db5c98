/** The four colors of a signal, from the mildest to the gravest (docs/rules.md#channels-and-colors). */
export const SIGNAL_COLORS = ['verde', 'giallo', 'arancio', 'rosso'] as const;

export type SignalColor = (typeof SIGNAL_COLORS)[number];

/** What a signal can show or be commanded: one color, or `spento` (all four lamps off). */
export const SIGNAL_STATUSES = [...SIGNAL_COLORS, 'spento'] as const;

export type SignalStatus = (typeof SIGNAL_STATUSES)[number];

/** True for one of the four colors, false for anything else. */
export function isSignalColor(value: unknown): value is SignalColor {
  return SIGNAL_COLORS.some((color) => color === value);
}
