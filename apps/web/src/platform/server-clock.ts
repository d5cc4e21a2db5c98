let offsetMs = 0;

/** Takes the server's time (ISO) from an answer or event that has just arrived. An invalid time is ignored. */
export function noteServerTime(now: string): void {
  const noted = Date.parse(now);
  if (!Number.isNaN(noted)) offsetMs = noted - Date.now();
}

/** The server's time when this computer's clock showed `local`; both in epoch milliseconds. */
export function toServerTime(local: number): number {
  return local + offsetMs;
}

/** The server's time now, in epoch milliseconds: ages are right even when this computer's clock is not. */
export function serverNow(): number {
  return toServerTime(Date.now());
}
