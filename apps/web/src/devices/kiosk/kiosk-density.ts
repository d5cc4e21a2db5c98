/** How the signals of a wall are drawn: large with their words, as tiles, as smaller ones, or only the gravest. */
export type KioskDensity = 'cards' | 'large' | 'small' | 'gravest';

const CARDS_UP_TO = 24;
const LARGE_UP_TO = 100;
const SMALL_UP_TO = 240;

/** How many of more than that are drawn. */
export const GRAVEST = 40;

/** By how many they are: what cannot be read from across the room is left out, and the problems have the place. */
export function kioskDensity(signals: number): KioskDensity {
  if (signals <= CARDS_UP_TO) return 'cards';
  if (signals <= LARGE_UP_TO) return 'large';
  return signals <= SMALL_UP_TO ? 'small' : 'gravest';
}

/** A tile is never larger than a ninth of the place. */
const ROWS_AT_LEAST = 3;

/** Columns and rows of as many tiles as fill their place on a wall: a hundred are ten by ten. */
export function kioskGrid(signals: number): { columns: number; rows: number } {
  const columns = Math.max(ROWS_AT_LEAST, Math.ceil(Math.sqrt(signals)));
  return { columns, rows: Math.max(ROWS_AT_LEAST, Math.ceil(signals / columns)) };
}
