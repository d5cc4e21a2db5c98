/**
 * `operatore`: all devices of a type; `interruttore`: one lantern, by its switch; `ripristino` and `ripetizione`: made
 * from what an earlier command left behind.
 */
export const COMMAND_ORIGINS = [
  'operatore',
  'interruttore',
  'pianificazione',
  'ripristino',
  'ripetizione',
] as const;

export type CommandOrigin = (typeof COMMAND_ORIGINS)[number];

/**
 * A press counts for this long: a click that is older is refused, or is not sent any more (docs/rules.md#deadlines).
 */
export const CLICK_DEADLINE_MS = 10_000;

/** So far may the clock of a client be ahead of the server's (docs/rules.md#age-of-a-click). */
export const CLICK_AHEAD_MS = 5000;

/** The request header with the instant of the press, by the server's clock. */
export const ISSUED_AT_HEADER = 'Semaforo-Issued-At';

/** How long after a command 'Ripristina' may undo it (docs/rules.md#retry-and-restore). */
export const RESTORE_WITHIN_MS = 5 * 60_000;
