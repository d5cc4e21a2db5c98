/**
 * Does the work with a signal that aborts after so long (ms), with a TimeoutError, or when the other signal does. Its
 * timer holds it: Node 20 may collect an `AbortSignal.any` while the work waits, which then never ends.
 */
export async function endAfter<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  other?: AbortSignal,
): Promise<T> {
  const ending = new AbortController();
  const endWithOther = () => ending.abort(other?.reason);
  const timer = setTimeout(() => ending.abort(new DOMException(`not done in ${ms} ms`, 'TimeoutError')), ms);
  other?.addEventListener('abort', endWithOther);
  if (other?.aborted) endWithOther();
  try {
    return await work(ending.signal);
  } finally {
    clearTimeout(timer);
    other?.removeEventListener('abort', endWithOther);
  }
}
