import { EarlyBulletin, UnreadableBulletin } from './read-bulletin.ts';

/** Bulletins speak of the years 2000 to 2100 (epoch ms). */
const FIRST = Date.UTC(2000, 0, 1);
const END = Date.UTC(2101, 0, 1);
/** How far the clock of a source may be ahead of ours. */
export const AHEAD_AT_MOST_MS = 10 * 60_000;

const OUT_OF_TIME = new UnreadableBulletin('una data non è fra il 2000 e il 2100');

/** Why the instants (epoch ms) of which a bulletin speaks cannot be meant; undefined when they can. */
export function outOfTime(instants: readonly number[]): UnreadableBulletin | undefined {
  return instants.every((instant) => instant >= FIRST && instant < END) ? undefined : OUT_OF_TIME;
}

/**
 * Why something cannot have been issued then (epoch ms). What claims to come from the future would be the newest for as
 * long as that lasts, and hide every warning after it.
 */
export function wrongIssueTime(issuedAt: number, now: number): UnreadableBulletin | undefined {
  return outOfTime([issuedAt]) ?? (issuedAt > now + AHEAD_AT_MOST_MS ? new EarlyBulletin() : undefined);
}
