/** A time that a person reads is Rome's, in Italian (docs/rules.md#words-and-times). */
export const TIME_ZONE = 'Europe/Rome';
export const LOCALE = 'it-IT';

/** The offsets of Rome's winter and summer time, in minutes east of UTC. */
const OFFSETS_MIN = [60, 120] as const;
const MS_PER_MIN = 60_000;
const MS_PER_DAY = 86_400_000;

const wallClock = new Intl.DateTimeFormat('en-CA', {
  timeZone: TIME_ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** The offset is `Z`, `+01`, `+0100` or `+01:00`, as ISO 8601 has them; RFC 3339 allows small letters. */
const ISO_DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,3})\d*)?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;
/** More than any place on earth has, and less than a day. */
const LARGEST_OFFSET_H = 23;

/** The result of reading a written time: an instant (epoch ms), or why it is not one. */
export type WrittenTime =
  | { kind: 'instant'; instant: number }
  | { kind: 'malformed' }
  | { kind: 'nonexistent' }
  | { kind: 'ambiguous' };

/** Rome's date (`2026-11-20`) and time (`14:05:09`) at an instant in epoch milliseconds. */
export function romeWallTime(instant: number): { date: string; time: string } {
  const part = Object.fromEntries(wallClock.formatToParts(instant).map(({ type, value }) => [type, value]));
  return {
    date: `${part.year}-${part.month}-${part.day}`,
    time: `${part.hour}:${part.minute}:${part.second}`,
  };
}

/**
 * The instant that an ISO 8601 date-time names. With an offset (or `Z`) it is exact; without one it is Rome's wall
 * time, and an hour that daylight saving skips or repeats there is refused (docs/rules.md#time-of-a-schedule).
 */
export function parseWrittenTime(text: string): WrittenTime {
  const fields = ISO_DATE_TIME.exec(text);
  const wallTime = fields && wallAsUtc(fields);
  if (!fields || wallTime === undefined || wallTime === null) return { kind: 'malformed' };
  const offset = fields[8];
  if (offset !== undefined) {
    const minutes = offsetMinutes(offset);
    return minutes === undefined
      ? { kind: 'malformed' }
      : { kind: 'instant', instant: wallTime - minutes * MS_PER_MIN };
  }
  const [first, second] = OFFSETS_MIN.map((minutes) => wallTime - minutes * MS_PER_MIN).filter((instant) =>
    sameWallSecond(instant, wallTime),
  );
  if (first === undefined) return { kind: 'nonexistent' };
  return second === undefined ? { kind: 'instant', instant: first } : { kind: 'ambiguous' };
}

/**
 * The instant (epoch ms) of a day (`2026-11-22`) and time (`18:30`) of Rome that recur: an hour that daylight saving
 * skips is taken as much later, one that it repeats the first time. `moved`: the clock shows another time then.
 */
export function recurringInstant(day: string, time: string): { at: number; moved: boolean } {
  const wallTime = Date.parse(`${day}T${time}:00Z`);
  const candidates = OFFSETS_MIN.map((minutes) => wallTime - minutes * MS_PER_MIN);
  const first = candidates.filter((instant) => sameWallSecond(instant, wallTime)).sort((a, b) => a - b)[0];
  return first === undefined
    ? { at: wallTime - OFFSETS_MIN[0] * MS_PER_MIN, moved: true }
    : { at: first, moved: false };
}

/** The day (`2026-11-22`) so many days after another. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + count * MS_PER_DAY).toISOString().slice(0, 10);
}

/** The days (`2026-11-01` …) of a month (`2026-11`). */
export function daysOfMonth(month: string): string[] {
  return Array.from({ length: 31 }, (_, later) => addDays(`${month}-01`, later)).filter((day) =>
    day.startsWith(month),
  );
}

/** How many days the second (`2026-11-22`) lies after the first. */
export function daysBetween(first: string, second: string): number {
  return Math.round((Date.parse(second) - Date.parse(first)) / MS_PER_DAY);
}

/** The days of Rome between two instants (epoch ms), both included; none when the second is before the first. */
export function romeDays(from: number, to: number): string[] {
  // A day of Rome has 23 to 25 hours: counted by the calendar, so that no change of the clock skips or repeats one.
  const first = romeWallTime(from).date;
  const count = daysBetween(first, romeWallTime(to).date) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, later) => addDays(first, later));
}

/** The first instant of a day (`2026-11-22`) of Rome and that of the next: 23, 24 or 25 hours (epoch ms). */
export function romeDay(day: string): { from: number; to: number } {
  return { from: recurringInstant(day, '00:00').at, to: recurringInstant(addDays(day, 1), '00:00').at };
}

function wallAsUtc(fields: RegExpExecArray): number | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = fields
    .slice(1, 7)
    .map((field: string | undefined) => Number(field ?? 0));
  const milliseconds = Number((fields[7] ?? '').padEnd(3, '0'));
  const wallTime = new Date(Date.UTC(year, month - 1, day, hour, minute, second, milliseconds));
  // Date.UTC turns 30 February into 2 March: a time that does not read back the same does not exist.
  const readsBack =
    wallTime.getUTCMonth() === month - 1 &&
    wallTime.getUTCDate() === day &&
    wallTime.getUTCHours() === hour &&
    wallTime.getUTCMinutes() === minute &&
    wallTime.getUTCSeconds() === second;
  return readsBack ? wallTime.getTime() : undefined;
}

function offsetMinutes(offset: string): number | undefined {
  if (offset.toUpperCase() === 'Z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(':', ''));
  if (hours > LARGEST_OFFSET_H || minutes > 59) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

function sameWallSecond(instant: number, wallTime: number): boolean {
  const { date, time } = romeWallTime(instant);
  return `${date}T${time}` === new Date(wallTime).toISOString().slice(0, 19);
}
