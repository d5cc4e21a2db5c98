/** Numbers by lot that are always the same for the same seed. */
export type SeededRandom = {
  /** From 0 to just below 1. */
  next: () => number;
  /** A whole number from `least` to `most`. */
  between: (least: number, most: number) => number;
  happens: (probability: number) => boolean;
  /** One of them; throws when there is none. */
  pick: <const T>(items: readonly T[]) => T;
};

/** The seed is whatever the parts say together. */
export function createSeededRandom(...parts: readonly (string | number)[]): SeededRandom {
  return randomFrom(hash(parts.join('/')));
}

/** The same, of a number that is the seed. */
export function randomFrom(seed: number): SeededRandom {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    happens: (probability) => next() < probability,
    pick: (items) => {
      const index = Math.floor(next() * items.length);
      const item = items[index];
      if (item === undefined) throw new Error('nothing to choose from');
      return item;
    },
  };
}

/** FNV-1a. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value;
}
