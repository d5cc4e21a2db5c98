const WEEKDAYS = ['domenica', 'lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato'];
const MONTHS = [
  'gennaio',
  'febbraio',
  'marzo',
  'aprile',
  'maggio',
  'giugno',
  'luglio',
  'agosto',
  'settembre',
  'ottobre',
  'novembre',
  'dicembre',
];

const SENTENCE =
  /per la giornata di (oggi|domani)\s*,\s*(\p{L}+)\s+(\d{1,2})\s*[°º]?\s+(\p{L}+)\s+(\d{4})(?!\d)/giu;
const BEGINNINGS = /per la giornata di/giu;

/**
 * The day of which a part of the national bulletin speaks: 'Per la giornata di oggi, Mercoledì 18 settembre 2024' is
 * `2024-09-18`. Undefined when the sentence is not there exactly once, names another part, or when there is no such day
 * or it is another day of the week.
 */
export function formatDay(html: string, part: 'oggi' | 'domani'): string | undefined {
  const text = html.normalize('NFC').replaceAll('&igrave;', 'ì').replaceAll('&nbsp;', ' ');
  if (text.match(BEGINNINGS)?.length !== 1) return undefined;
  const [found] = text.matchAll(SENTENCE);
  if (!found) return undefined;
  const [, which = '', weekday = '', date = '', month = '', year = ''] = found.map((word) =>
    word.toLowerCase(),
  );
  const day = new Date(Date.UTC(Number(year), MONTHS.indexOf(month), Number(date)));
  const isThatDay =
    which === part &&
    MONTHS.includes(month) &&
    day.getUTCDate() === Number(date) &&
    WEEKDAYS[day.getUTCDay()] === weekday;
  return isThatDay ? day.toISOString().slice(0, 10) : undefined;
}
