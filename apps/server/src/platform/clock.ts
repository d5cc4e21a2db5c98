/**
 * The time of day in epoch milliseconds. Tests pass their own; everything that stores or compares a time uses this
 * one.
 */
export type Clock = { now: () => number };

export const systemClock: Clock = { now: () => Date.now() };

/**
 * Milliseconds since some instant. Unlike the time of day it is never set, so it measures how long something lasts.
 */
export type MonotonicClock = { elapsedMs: () => number };

export const systemMonotonicClock: MonotonicClock = { elapsedMs: () => performance.now() };

/** An instant in epoch milliseconds as ISO 8601 UTC with `Z`, or null for none. */
export function isoTime<T extends number | null>(instant: T): T extends null ? null : string;
export function isoTime(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}
