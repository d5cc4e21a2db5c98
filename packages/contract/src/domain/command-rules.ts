/** How long after a command 'Ripristina' may undo it (product.md, section 3). */
export const RESTORE_WITHIN_MS = 5 * 60_000;
