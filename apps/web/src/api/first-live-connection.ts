/** Longer than a socket needs to connect. Readings do not wait longer than this for it. */
const MAX_WAIT_MS = 1_500;

let underWay: Promise<void> = Promise.resolve();

/** Notes that the socket starts to connect. Call the returned function when it has connected or failed. */
export function noteLiveConnecting(): () => void {
  let conclude: () => void = () => undefined;
  underWay = new Promise((resolve) => {
    conclude = resolve;
    setTimeout(resolve, MAX_WAIT_MS);
  });
  return conclude;
}

/**
 * Resolves when the first connection of the socket is open or has failed, at once when there is none. Whatever is read
 * before that would have to be read again, because its changes are not sent.
 */
export function firstLiveConnection(): Promise<void> {
  return underWay;
}
