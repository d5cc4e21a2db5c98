import type { QueryClient } from '@tanstack/react-query';

const FIRST_AFTER_MS = 4_000;
const EVERY_MS = 15_000;
/** Of many devices more seldom: 80,000 are 50 MB to write, every four minutes. */
const EVERY_MS_PER_DEVICE = 3;

/** The first screen does without them. */
export const loadKeptStates = () => import('./kept-states.ts');

/** Keeps the states now and then while the link is up, and once more when the page is left or the link is lost. */
export function createStateKeeper(queryClient: QueryClient, lastReceived: () => number | undefined) {
  let next: ReturnType<typeof setTimeout> | undefined;
  let keeping: Promise<number> = Promise.resolve(0);

  /** One after the other, so that the newest is kept. Resolves to the number of devices. */
  const keep = () => {
    const at = lastReceived();
    const loaded = loadKeptStates();
    keeping = keeping
      .then(async () => (at === undefined ? 0 : (await loaded).keepStates(queryClient, at)))
      // Where the file of it cannot be loaded now, the next time it may.
      .catch(() => 0);
    return keeping;
  };
  const keepAfter = (ms: number) => {
    const own = setTimeout(() => {
      void keep().then((devices) => {
        if (next === own) keepAfter(Math.max(EVERY_MS, devices * EVERY_MS_PER_DEVICE));
      });
    }, ms);
    next = own;
  };
  const stop = () => {
    clearTimeout(next);
    next = undefined;
  };
  const onHidden = () => {
    if (document.visibilityState === 'hidden' && next !== undefined) void keep();
  };
  document.addEventListener('visibilitychange', onHidden);
  return {
    /** The link is up. */
    begin: () => {
      stop();
      keepAfter(FIRST_AFTER_MS);
    },
    /** The link is lost: what was heard until now is the last. */
    lost: () => {
      if (next !== undefined) void keep();
      stop();
    },
    end: () => {
      stop();
      document.removeEventListener('visibilitychange', onHidden);
    },
  };
}
