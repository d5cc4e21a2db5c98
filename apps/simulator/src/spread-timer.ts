const TICK_MS = 100;

/**
 * Visits the indexes 0 to `count - 1` again and again, evenly spread over each period, with one timer for all.
 * Returns the function that stops it.
 */
export function startSpreadTimer({
  count,
  periodMs,
  visit,
}: {
  count: number;
  periodMs: number;
  visit: (index: number) => void;
}): () => void {
  const startedAt = performance.now();
  let visited = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / periodMs) * count);
    // After the machine slept, one round is made up for, not all the missed ones.
    visited = Math.max(visited, due - count);
    for (; visited < due; visited += 1) visit(visited % count);
  }, TICK_MS);
  return () => clearInterval(timer);
}
