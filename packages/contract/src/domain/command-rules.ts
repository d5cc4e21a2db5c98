/**
 * `operatore`: all devices of a type; `interruttore`: one lantern, by its switch; `allerta`: the
 * beginning or the end of an alert, or a return to it; `ripristino` and `ripetizione`: made from what an earlier
 * command left behind; `prova`: a step of a lamp test; `riaffermazione`: what a device did not hold, commanded
 * again by the console itself (docs/rules.md#reassertion).
 */
export const COMMAND_ORIGINS = [
  'operatore',
  'interruttore',
  'pianificazione',
  'allerta',
  'ripristino',
  'ripetizione',
  'prova',
  'riaffermazione',
] as const;

export type CommandOrigin = (typeof COMMAND_ORIGINS)[number];

/** The origins of commands that decide nothing: what was desired of their devices stays so. */
export const UNDECIDED_ORIGINS = ['prova', 'riaffermazione'] as const satisfies readonly CommandOrigin[];

/** True for a command that sets what is desired of its devices. */
export function isDecision(origin: CommandOrigin): boolean {
  return !UNDECIDED_ORIGINS.some((one) => one === origin);
}

/**
 * A press counts for this long: a click that is older is refused, or is not sent any more (docs/rules.md#deadlines).
 */
export const CLICK_DEADLINE_MS = 10_000;

/** Nothing of a command to many devices is sent later than this after the press. */
export const LONGEST_DEADLINE_MS = 120_000;

/**
 * For how long after the press devices may be handed their messages, of a command whose hand-over is estimated to take
 * that long. An estimate may be wrong by half (docs/rules.md#deadlines).
 */
export function deadlineFor(estimateMs: number): number {
  if (estimateMs <= CLICK_DEADLINE_MS) return CLICK_DEADLINE_MS;
  return Math.min(CLICK_DEADLINE_MS + 2 * estimateMs, LONGEST_DEADLINE_MS);
}

/** So far may the clock of a client be ahead of the server's (docs/rules.md#age-of-a-click). */
export const CLICK_AHEAD_MS = 5000;

/** The request header with the instant of the press, by the server's clock. */
export const ISSUED_AT_HEADER = 'Semaforo-Issued-At';

/** How long after a command 'Ripristina' may undo it (docs/rules.md#retry-and-restore). */
export const RESTORE_WITHIN_MS = 5 * 60_000;

/** The setting of a user whose page asks for a long press for rosso, and for leaving rosso: 'true' or not at all. */
export const HOLD_SETTING = 'hold_rosso';

/** How long a press must be held then. */
export const HOLD_MS = 1500;
