/** Numbers drawn from a seed: the same ones from the same seed, everywhere (Mulberry32). */
export function createChance(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    /** From 0 up to 1. */
    next,
    /** A whole number from the first to the second, both included. */
    between,
    happens: (probability: number) => next() < probability,
    pick: <const T>(list: readonly [T, ...T[]]): T => list[between(0, list.length - 1)] ?? list[0],
  };
}

export type Chance = ReturnType<typeof createChance>;
