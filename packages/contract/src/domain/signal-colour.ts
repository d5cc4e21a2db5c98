/** The four colours of a signal, from the mildest to the gravest (docs/rules.md#channels-and-colours). */
export const SIGNAL_COLOURS = ['verde', 'giallo', 'arancio', 'rosso'] as const;

export type SignalColour = (typeof SIGNAL_COLOURS)[number];

/** What a signal can show or be commanded: one colour, or `spento` (all four lamps off). */
export const SIGNAL_STATUSES = [...SIGNAL_COLOURS, 'spento'] as const;

export type SignalStatus = (typeof SIGNAL_STATUSES)[number];

/** True for one of the four colours, false for anything else. */
export function isSignalColour(value: unknown): value is SignalColour {
  return SIGNAL_COLOURS.some((colour) => colour === value);
}
