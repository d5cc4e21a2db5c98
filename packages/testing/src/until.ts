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
    const value = await probe();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > giveUpAt) throw new Error(`gave up waiting until ${awaited}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
