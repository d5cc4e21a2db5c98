import { romeWallTime } from './rome-time.ts';

const HOUR_LENGTH = 'hh:mm'.length;

/** 'Mostra verde e arancio invece di rosso'; `words`: what is shown, every lit lamp by name. */
export function describeMismatch(words: string, desired: { value: string }): string {
  return `Mostra ${words} invece di ${desired.value}`;
}

/**
 * 'Mostra verde e arancio invece di rosso, chiesto alle 20:33', with the date when it was not on the day of `now`;
 * undefined when nothing is desired or shown. `words`: what is shown, every lit lamp by name. `since` is ISO or epoch
 * ms, `now` epoch ms.
 */
export function describeOutOfSync(
  { desired, words }: { desired: { value: string; since: string | number } | null; words: string | null },
  now: number,
): string | undefined {
  if (desired === null || words === null) return undefined;
  const then = romeWallTime(new Date(desired.since).getTime());
  const isSameDay = then.date === romeWallTime(now).date;
  const day = isSameDay ? '' : ` il ${then.date.split('-').reverse().join('/')}`;
  return `${describeMismatch(words, desired)}, chiesto${day} alle ${then.time.slice(0, HOUR_LENGTH)}`;
}
