/** How long the code that links a chat is valid. */
export const LINK_CODE_HOLDS_MS = 10 * 60_000;
