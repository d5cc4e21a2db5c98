/**
 * A word of a device about one of its lamps. `ackedAt`: when the broker took it over; null: not known, or lost by it
 * since. `isStored`: the server took it over from the broker. `isLost`: the broker ended before that, or had no server
 * to keep it for.
 */
export type LampWord = {
  on: boolean;
  at: number;
  ackedAt: number | null;
  isStored: boolean;
  isLost: boolean;
};

/** What a device said of one lamp, in order. */
export type LampWords = {
  readonly all: readonly LampWord[];
  said: (on: boolean, at: number) => LampWord;
  /** The broker said that it took the word over; it may have ended since, and this process reads it only now. */
  acknowledged: (word: LampWord, at: number) => void;
  /** The server took over a word of that content: it and all before it can no longer be lost. */
  stored: (on: boolean) => void;
  /** The broker ended, and with it what it had not handed on. */
  lostByBroker: () => void;
  /**
   * What may count as its last word: the last one that is acknowledged, and those after it, of which nobody knows
   * whether they arrived; `undefined` while it may count as never having spoken.
   */
  lastOnes: () => ReadonlySet<boolean | undefined>;
  /** The same for any moment from then on. */
  lastOnesSince: (at: number) => ReadonlySet<boolean | undefined>;
  saidOn: (on: boolean) => boolean;
};

export function createLampWords(): LampWords {
  const words: LampWord[] = [];
  const from = (isBase: (word: LampWord) => boolean) => {
    const base = words.findLastIndex(isBase);
    const possible = words.slice(Math.max(base, 0)).map(({ on }): boolean | undefined => on);
    return new Set(base < 0 ? [undefined, ...possible] : possible);
  };
  return {
    all: words,
    said: (on, at) => {
      const word = { on, at, ackedAt: null, isStored: false, isLost: false };
      words.push(word);
      return word;
    },
    acknowledged: (word, at) => {
      if (!word.isLost || word.isStored) word.ackedAt = at;
    },
    stored: (on) => {
      const index = words.findIndex((word) => !word.isStored && word.on === on);
      for (const word of words.slice(0, index + 1)) word.isStored = true;
    },
    lostByBroker: () => {
      for (const word of words) if (!word.isStored) Object.assign(word, { ackedAt: null, isLost: true });
    },
    lastOnes: () => from(({ ackedAt }) => ackedAt !== null),
    lastOnesSince: (at) => from(({ ackedAt }) => ackedAt !== null && ackedAt <= at),
    saidOn: (on) => words.some((word) => word.on === on),
  };
}
