/** As wide as a character and what stands before the words are on the narrowest axis, in percent. */
const CHARACTER_WIDTH = 1.2;
const MARK_WIDTH = 6;

/**
 * Where the words of a bar stand: in it, after it in the same day, before it, or nowhere (`mark`) where they would
 * stand in a day that is not theirs. The axis is in percent; without `right` the bar is an instant.
 */
export function placeWords({
  left,
  right,
  characters,
  midnights,
}: {
  left: number;
  right: number | null;
  characters: number;
  midnights: readonly number[];
}): 'inside' | 'mark' | { left: string } | { right: string } {
  const end = right ?? left;
  const width = characters * CHARACTER_WIDTH + MARK_WIDTH;
  if (end - left >= width) return 'inside';
  // A bar that ends with its day ends a minute before midnight.
  const dayEnds = midnights.find((midnight) => midnight > Math.max(left, end - 0.1)) ?? 100;
  if (end + width <= dayEnds) return { left: `${end}%` };
  if (left >= width) return { right: `${100 - left}%` };
  return right === null ? { left: `${end}%` } : 'mark';
}
