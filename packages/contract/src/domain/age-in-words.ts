const S = 1_000;
const MIN = 60 * S;
const HOUR = 60 * MIN;
const DAY = 24 * HOUR;

/** An age in Italian words: '9 s fa', '12 min fa', '1 h 34 min fa', '3 g fa'. A time ahead of the clock counts as now. */
export function ageInWords(ageMs: number): string {
  const age = Math.max(0, ageMs);
  if (age < MIN) return `${Math.floor(age / S)} s fa`;
  if (age < HOUR) return `${Math.floor(age / MIN)} min fa`;
  if (age >= DAY) return `${Math.floor(age / DAY)} g fa`;
  const minutes = Math.floor((age % HOUR) / MIN);
  return `${Math.floor(age / HOUR)} h${minutes === 0 ? '' : ` ${minutes} min`} fa`;
}
