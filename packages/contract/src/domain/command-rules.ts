/** How long after a command 'Ripristina' may undo it (docs/rules.md#retry-and-restore). */
export const RESTORE_WITHIN_MS = 5 * 60_000;
