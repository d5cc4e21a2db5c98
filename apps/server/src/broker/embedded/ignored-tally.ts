import type { Published } from './worker-messages.ts';

/** A client may say as much as it likes: what it said is told together, this often. */
const PUBLISHED_EVERY_MS = 1000;

/** Counts what clients publish and the console never gets to see. */
export type IgnoredTally = {
  /** On a topic where the client may publish nothing. */
  refused: () => void;
  /** Under a key, but not on a topic of one more segment. */
  elsewhere: () => void;
};

export function createIgnoredTally(
  publish: (counts: Extract<Published, { kind: 'unheard' }>) => void,
): IgnoredTally {
  let refused = 0;
  let elsewhere = 0;
  let isToBePublished = false;
  const publishLater = () => {
    if (isToBePublished) return;
    isToBePublished = true;
    setTimeout(() => {
      isToBePublished = false;
      publish({ kind: 'unheard', refused, elsewhere });
      refused = 0;
      elsewhere = 0;
    }, PUBLISHED_EVERY_MS).unref();
  };
  return {
    refused: () => {
      refused += 1;
      publishLater();
    },
    elsewhere: () => {
      elsewhere += 1;
      publishLater();
    },
  };
}
