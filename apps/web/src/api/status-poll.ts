/** How often the states of the broker and of the bot are read (docs/rules.md#polling). */
export const STATUS_POLL_MS = 5_000;

/** Cancels a poll when the next one is due: an answer that is not in time is a failed poll. */
export function statusPollSignal(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(STATUS_POLL_MS)]);
}
