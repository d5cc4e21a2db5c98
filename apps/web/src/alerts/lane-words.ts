/** As wide as the longest words are on the narrowest axis, in percent. */
const WORDS_WIDTH = 30;

/** Where the words of a bar stand when they do not fit in it: after it, or before it where the axis ends; else null. */
export function wordsBeside(left: number, right: number | null): { left: string } | { right: string } | null {
  const end = right ?? left;
  if (end - left >= WORDS_WIDTH) return null;
  return end + WORDS_WIDTH <= 100 ? { left: `${end}%` } : { right: `${100 - left}%` };
}
