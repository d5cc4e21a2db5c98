import { KIOSK_UNUSED_DAYS } from '@semaforo/contract/api/kiosks';

/** How long a session lasts from its log-in. */
export const LIFETIME_S = 12 * 60 * 60;

/** The end of a session that begins at that instant (epoch milliseconds). */
export function endOfSession(now: number): number {
  return (Math.floor(now / 1000) + LIFETIME_S) * 1000;
}

const DAY_S = 24 * 60 * 60;

/** How long the token of a wall may be good; the wall itself ends sooner, when nobody uses it. */
export const KIOSK_TOKEN_LIFETIME_S = 10 * 365 * DAY_S;

/** When a wall that is used at that instant will have been unused for too long (epoch milliseconds). */
export function endOfUnusedKiosk(now: number): number {
  return now + KIOSK_UNUSED_DAYS * DAY_S * 1000;
}
