import type { Told } from './worker-messages.ts';

/** A client may say as much as it likes: what it said is told together, this often. */
const TOLD_EVERY_MS = 1000;

/** Counts what clients publish and the console never gets to see. */
export type UnheardTally = {
  /** On a topic where the client may publish nothing. */
  refused: () => void;
  /** Under a key, but not on a topic of one more segment. */
  elsewhere: () => void;
};

export function createUnheardTally(tell: (counts: Extract<Told, { kind: 'unheard' }>) => void): UnheardTally {
  let refused = 0;
  let elsewhere = 0;
  let isToBeTold = false;
  const tellLater = () => {
    if (isToBeTold) return;
    isToBeTold = true;
    setTimeout(() => {
      isToBeTold = false;
      tell({ kind: 'unheard', refused, elsewhere });
      refused = 0;
      elsewhere = 0;
    }, TOLD_EVERY_MS).unref();
  };
  return {
    refused: () => {
      refused += 1;
      tellLater();
    },
    elsewhere: () => {
      elsewhere += 1;
      tellLater();
    },
  };
}
