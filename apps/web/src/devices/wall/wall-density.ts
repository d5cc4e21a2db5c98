/** How the signals of a wall are drawn: with their ages, smaller and without, or not at all. */
export type WallDensity = 'large' | 'small' | 'none';

const LARGE_UP_TO = 100;
const SMALL_UP_TO = 240;

/** By how many they are: what cannot be read from across the room is left out, and the problems have the place. */
export function wallDensity(signals: number): WallDensity {
  if (signals <= LARGE_UP_TO) return 'large';
  return signals <= SMALL_UP_TO ? 'small' : 'none';
}
