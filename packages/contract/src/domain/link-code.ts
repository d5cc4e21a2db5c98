/** How long a code by which a chat is linked holds. */
export const LINK_CODE_HOLDS_MS = 10 * 60_000;
