import { LOCALE, TIME_ZONE } from '@semaforo/contract/domain/rome-time';

const dateTime = new Intl.DateTimeFormat(LOCALE, {
  timeZone: TIME_ZONE,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const timeOfDay = new Intl.DateTimeFormat(LOCALE, {
  timeZone: TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** An instant (ISO or epoch ms) as Rome's date and time: '20/11/2026, 03:13:58'. */
export function formatDateTime(instant: string | number): string {
  return dateTime.format(new Date(instant));
}

/** An instant (ISO or epoch ms) as Rome's time of day: '03:13:58'. */
export function formatTimeOfDay(instant: string | number): string {
  return timeOfDay.format(new Date(instant));
}

/** An instant (ISO or epoch ms) in a sentence: 'alle 03:13:58' on that same day in Rome, else with its date. */
export function formatInstant(instant: string | number, now: number): string {
  const [day] = formatDateTime(instant).split(',');
  return formatDateTime(now).startsWith(`${day}`)
    ? `alle ${formatTimeOfDay(instant)}`
    : `il ${formatDateTime(instant)}`;
}

const wholeDay = new Intl.DateTimeFormat(LOCALE, {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** A day (`2026-11-22`) in words: 'domenica 22 novembre 2026'. */
export function formatDay(day: string): string {
  return wholeDay.format(new Date(`${day}T00:00:00Z`));
}

const wholeMonth = new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** A month (`2026-11`) in words: 'novembre 2026'. */
export function formatMonth(month: string): string {
  return wholeMonth.format(new Date(`${month}-01T00:00:00Z`));
}
