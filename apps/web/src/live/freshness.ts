import { SILENCE_MS } from '@semaforo/contract/live/events';

/** The most that what the server says may come later than the quickest of this connection. */
const LATE_MS = 3000;
/** How far the clocks of two computers may drift apart, in parts of the time that passes. */
const DRIFT = 0.0002;

/**
 * Both clocks of this computer at one moment (ms). `steady` is never set, and stands still while the computer sleeps;
 * `wall` goes on over a sleep, and may be set.
 */
export type Moment = { steady: number; wall: number };

/**
 * When something was last heard on this connection. `lead`: how far the server's clock was ahead of the steady one when
 * it was told with the least delay (ms); undefined while it was not.
 */
export type Received = { at: Moment; lead?: number };

/** The moment that is now. */
export function momentNow(): Moment {
  return { steady: performance.now(), wall: Date.now() };
}

/** True when nothing was heard for so long that the server counts as lost. A sleep is a silence. */
export function isSilent(received: Received, at: Moment): boolean {
  return elapsedMs(received.at, at) >= SILENCE_MS;
}

/**
 * What is known of the connection after something was heard; `serverTime` is the server's clock if that was told (epoch
 * ms). Undefined when the connection counts as lost: what arrives now was said some time ago, because the computer
 * slept or because it waited on its way. A server's clock that is set back looks the same; the next connection begins
 * with that clock.
 */
export function receive(before: Received, at: Moment, serverTime?: number): Received | undefined {
  if (isSilent(before, at)) return undefined;
  if (serverTime === undefined) return { ...before, at };
  const lead = serverTime - at.steady;
  if (before.lead === undefined) return { at, lead };
  const least = before.lead - elapsedMs(before.at, at) * DRIFT;
  return least - lead > LATE_MS ? undefined : { at, lead: Math.max(least, lead) };
}

function elapsedMs(from: Moment, to: Moment): number {
  return Math.max(to.steady - from.steady, to.wall - from.wall);
}
