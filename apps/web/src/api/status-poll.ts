/** How often broker and bot are asked (docs/rules.md#polling). */
export const STATUS_POLL_MS = 5_000;

/** Gives a poll up when the next one is due: no answer in time is a failed poll. */
export function statusPollSignal(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(STATUS_POLL_MS)]);
}
