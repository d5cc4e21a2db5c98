import type { PublicLanguage } from './public-words.ts';

const HOUR: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
const DATE: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long' };

export type PageTimes = ReturnType<typeof timesIn>;

const formats = new Map<string, Intl.DateTimeFormat>();
/** Making a format takes a hundred times as long as using it. */
function format(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  const made = formats.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone: 'Europe/Rome' });
  formats.set(key, made);
  return made;
}

/** How times (epoch ms) read in a language, as it is `now`; all in the time of Rome. */
export function timesIn(language: PublicLanguage, now: number) {
  const dayOf = (at: number) => format('it', { dateStyle: 'short' }).format(at);
  const hour = (at: number) => format(language, HOUR).format(at);
  const date = (at: number) => format(language, DATE).format(at);
  return {
    date,
    second: (at: number) => format(language, { ...HOUR, second: '2-digit' }).format(at),
    isToday: (at: number) => dayOf(at) === dayOf(now),
    /** '18:04' of today, 'sabato 28 novembre, 18:04' of another day. */
    moment: (at: number) => (dayOf(at) === dayOf(now) ? hour(at) : `${date(at)}, ${hour(at)}`),
  };
}
