import type { QueryClient } from '@tanstack/react-query';

const FIRST_AFTER_MS = 4_000;
const EVERY_MS = 15_000;

/** The first screen does without them. */
export const loadKeptStates = () => import('./kept-states.ts');

/** Keeps the states now and then while the link is up, and once more when the page is left or the link is lost. */
export function createStateKeeper(queryClient: QueryClient, lastHeard: () => number | undefined) {
  let first: ReturnType<typeof setTimeout> | undefined;
  let often: ReturnType<typeof setInterval> | undefined;

  const keep = () => {
    const at = lastHeard();
    if (at !== undefined) void loadKeptStates().then(({ keepStates }) => keepStates(queryClient, at));
  };
  const onHidden = () => {
    if (document.visibilityState === 'hidden' && often !== undefined) keep();
  };
  const stop = () => {
    clearTimeout(first);
    clearInterval(often);
    often = undefined;
  };
  document.addEventListener('visibilitychange', onHidden);
  return {
    /** The link is up. */
    begin: () => {
      stop();
      first = setTimeout(keep, FIRST_AFTER_MS);
      often = setInterval(keep, EVERY_MS);
    },
    /** The link is lost: what was heard until now is the last. */
    lost: () => {
      if (often !== undefined) keep();
      stop();
    },
    end: () => {
      stop();
      document.removeEventListener('visibilitychange', onHidden);
    },
  };
}
