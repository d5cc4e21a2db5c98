import { setTimeout } from 'node:timers/promises';

const POLL_MS = 25;

/** Resolves when the condition holds; fails naming what was awaited when it does not within `timeoutMs`. */
export async function waitUntil(
  awaited: string,
  holds: () => boolean | Promise<boolean>,
  timeoutMs = 20_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${awaited}`);
    await setTimeout(POLL_MS);
  }
}
