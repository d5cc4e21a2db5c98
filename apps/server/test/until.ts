const POLL_MS = 20;
const GIVE_UP_MS = 20_000;

/** Resolves to the first value that is neither undefined nor false; rejects, naming what was awaited, after twenty seconds unless told otherwise. */
export async function until<T>(
  awaited: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  giveUpMs = GIVE_UP_MS,
): Promise<T> {
  const giveUpAt = Date.now() + giveUpMs;
  for (;;) {
    const value = await probe();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > giveUpAt) throw new Error(`waited in vain until ${awaited}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
