/**
 * Does the work with a signal that aborts after so long (ms), with a TimeoutError, or when the other signal does, and
 * ends then, whether the work does or not: on Node 20 a `fetch` that is aborted while it unpacks a body never ends. The
 * timer holds the signal: Node 20 may collect an `AbortSignal.any` while the work waits.
 */
export async function endAfter<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  other?: AbortSignal,
): Promise<T> {
  const ending = new AbortController();
  const { signal } = ending;
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  const endWithOther = () => ending.abort(other?.reason);
  const timer = setTimeout(() => ending.abort(new DOMException(`not done in ${ms} ms`, 'TimeoutError')), ms);
  other?.addEventListener('abort', endWithOther);
  if (other?.aborted) endWithOther();
  try {
    return await Promise.race([work(signal), ended]);
  } finally {
    clearTimeout(timer);
    other?.removeEventListener('abort', endWithOther);
  }
}
