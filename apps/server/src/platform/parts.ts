import type { Logger } from './logger.ts';
import { within } from './within.ts';

/** A piece of the server. It starts after the parts listed before it, and stops before them. */
export type Part = {
  name: string;
  /** A promise that it returns is waited for. */
  start?: () => unknown;
  stop?: () => unknown;
};

type StopOptions = {
  /** All parts together may take this long (ms). */
  withinMs: number;
  logger: Logger;
};

/** Starts the parts in order. When one fails, stops it and those before it, then rejects with its error. */
export async function startAll(parts: readonly Part[], options: StopOptions): Promise<void> {
  for (const [index, part] of parts.entries()) {
    try {
      await part.start?.();
    } catch (error) {
      await stopAll(parts.slice(0, index + 1), options);
      throw error;
    }
  }
}

/**
 * Stops the parts in reverse order. A part that fails or hangs is logged, and the next one still stops. Resolves to
 * true when all of them stopped as they should. Never rejects.
 */
export async function stopAll(parts: readonly Part[], { withinMs, logger }: StopOptions): Promise<boolean> {
  const endsAt = performance.now() + withinMs;
  let isClean = true;
  for (const part of parts.toReversed()) {
    // Half of what is left: a part that hangs leaves time for those after it.
    const mayTakeMs = (endsAt - performance.now()) / 2;
    try {
      await within(mayTakeMs, stop(part));
    } catch (error) {
      isClean = false;
      logger.error({ err: error, part: part.name }, 'a part did not stop');
    }
  }
  return isClean;
}

/** What a part throws at once becomes a rejection, too. */
async function stop(part: Part): Promise<void> {
  await part.stop?.();
}
