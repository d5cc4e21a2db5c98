/** Longer than a socket needs to connect; who must read without one waits no longer. */
const PATIENCE_MS = 1_500;

let underWay: Promise<void> = Promise.resolve();

/** Says that the page's socket begins to connect; call the answered function when it has, or could not. */
export function noteLiveConnecting(): () => void {
  let conclude: () => void = () => undefined;
  underWay = new Promise((resolve) => {
    conclude = resolve;
    setTimeout(resolve, PATIENCE_MS);
  });
  return conclude;
}

/**
 * Resolves once the socket's first connection stands or has failed, at once when none is under way. What was read before it stood would have
 * to be read again: nobody told what changed in between.
 */
export function firstLiveConnection(): Promise<void> {
  return underWay;
}
