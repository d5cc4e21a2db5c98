const POLL_MS = 20;
/** It costs nothing where the condition comes true, however busy the machine is. */
const GIVE_UP_MS = 150_000;

/**
 * Calls `probe` until it gives a value that is neither undefined nor false, and resolves to that value. Rejects after
 * two and a half minutes, unless `giveUpMs` says otherwise, with an error that names what was `awaited`.
 */
export async function until<T>(
  awaited: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  giveUpMs = GIVE_UP_MS,
): Promise<T> {
  const giveUpAt = Date.now() + giveUpMs;
  for (;;) {
    const value = await orGivenUp(probe(), giveUpAt);
    if (value !== GIVEN_UP && value !== undefined && value !== false) return value;
    if (value === GIVEN_UP || Date.now() > giveUpAt) throw new Error(`gave up waiting until ${awaited}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

const GIVEN_UP = Symbol('given up');

/** A probe that never answers is given up, too. */
async function orGivenUp<T>(probed: T | Promise<T>, giveUpAt: number): Promise<T | typeof GIVEN_UP> {
  if (!(probed instanceof Promise)) return probed;
  let timer: NodeJS.Timeout | undefined;
  const givenUp = new Promise<typeof GIVEN_UP>((resolve) => {
    timer = setTimeout(resolve, Math.max(giveUpAt - Date.now(), POLL_MS), GIVEN_UP);
  });
  return Promise.race([probed, givenUp]).finally(() => clearTimeout(timer));
}
