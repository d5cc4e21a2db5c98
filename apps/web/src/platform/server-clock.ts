let offsetMs = 0;

/** Takes the server's time (ISO) from an answer or event that has just arrived. An invalid time is ignored. */
export function noteServerTime(now: string): void {
  const noted = Date.parse(now);
  if (!Number.isNaN(noted)) offsetMs = noted - Date.now();
}

/**
 * Takes the `Date` of an answer. It is in whole seconds and may have been long on its way, so it is never ahead of the
 * server: it only moves a clock that is behind it.
 */
export function noteServerDate(date: string): void {
  const noted = Date.parse(date);
  if (noted > serverNow()) offsetMs = noted - Date.now();
}

/** The server's time when this computer's clock showed `local`; both in epoch milliseconds. */
export function toServerTime(local: number): number {
  return local + offsetMs;
}

/** The server's time now, in epoch milliseconds: ages are right even when this computer's clock is not. */
export function serverNow(): number {
  return toServerTime(Date.now());
}
