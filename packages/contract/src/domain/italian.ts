import { LOCALE } from './rome-time.ts';

/** A word, or words, in the singular and in the plural. */
type Word = readonly [one: string, many: string];

const OTHERS = {
  masculine: ['un altro', 'altri'],
  feminine: ["un'altra", 'altre'],
} as const;

/** From the longest to the shortest: each with its length in seconds. */
const UNITS = [
  { name: 'day', symbol: 'g', seconds: 86_400 },
  { name: 'hour', symbol: 'h', seconds: 3_600 },
  { name: 'minute', symbol: 'min', seconds: 60 },
  { name: 'second', symbol: 's', seconds: 1 },
] as const;

type Part = { amount: number; name: (typeof UNITS)[number]['name']; symbol: string };

const grouped = new Intl.NumberFormat(LOCALE, { useGrouping: 'always' });

/** '1.000'. */
export function wholeNumber(count: number): string {
  return grouped.format(count);
}

/** What was measured, with one decimal at most: '31', '12,5'. */
export function decimal(value: number): string {
  return value.toLocaleString(LOCALE, { maximumFractionDigits: 1 });
}

/** The form of the word that goes with the number. */
export function formFor(count: number, [one, many]: Word): string {
  return count === 1 ? one : many;
}

/** '1 semaforo', '1.000 semafori'. */
export function counted(count: number, word: Word): string {
  return `${wholeNumber(count)} ${formFor(count, word)}`;
}

/** How many of a list are not named: 'un altro', 'altri 997', "un'altra", 'altre 2'. */
export function formatOthers(count: number, gender: keyof typeof OTHERS = 'masculine'): string {
  const [one, many] = OTHERS[gender];
  return count === 1 ? one : `${many} ${wholeNumber(count)}`;
}

/** A duration in its largest unit and the next: '1 ora', '2 minuti e 5 secondi'. At least one second. */
export function formatDuration(ms: number): string {
  return partsOf(Math.max(1, Math.round(ms / 1000)))
    .slice(0, 2)
    .filter(({ amount }) => amount > 0)
    .map(({ amount, name }) =>
      amount.toLocaleString(LOCALE, { style: 'unit', unit: name, unitDisplay: 'long' }),
    )
    .join(' e ');
}

/** A duration for narrow places, rounded down: '9 s', '12 min', '1 h 34 min', '3 g 2 h'. */
export function shortDuration(ms: number): string {
  const parts = partsOf(Math.max(0, Math.floor(ms / 1000)));
  const isWorthIt = ({ amount, name }: Part) => amount > 0 && name !== 'second';
  return inSymbols(parts.filter((part, index) => index === 0 || (index === 1 && isWorthIt(part))));
}

/** An age: '9 s fa', '12 min fa', '1 h 34 min fa', '3 g fa'. A time ahead of the clock counts as now. */
export function formatAge(ageMs: number): string {
  const dayMs = UNITS[0].seconds * 1000;
  const rounded = ageMs < dayMs ? ageMs : Math.floor(ageMs / dayMs) * dayMs;
  return `${shortDuration(rounded)} fa`;
}

/** An uptime in seconds with all its units from the largest: '3 g 4 h 0 min 12 s'. */
export function formatUptime(uptimeS: number): string {
  return inSymbols(partsOf(Math.max(0, Math.floor(uptimeS))));
}

/** A short time limit in seconds: '5 s', '0,3 s'. */
export function formatSeconds(ms: number): string {
  return `${(ms / 1000).toLocaleString(LOCALE)} s`;
}

/** The duration's units from the first that is not zero; zero seconds for none. */
function partsOf(seconds: number): Part[] {
  const parts = UNITS.map((unit, index) => {
    const longer = UNITS[index - 1];
    const rest = longer === undefined ? seconds : seconds % longer.seconds;
    return { amount: Math.floor(rest / unit.seconds), name: unit.name, symbol: unit.symbol };
  });
  const first = parts.findIndex(({ amount }) => amount > 0);
  return parts.slice(first);
}

function inSymbols(parts: readonly Part[]): string {
  return parts.map(({ amount, symbol }) => `${amount} ${symbol}`).join(' ');
}
