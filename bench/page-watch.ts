/**
 * What a page did since it was opened: when the device states had arrived, when the first cluster and the first lamp
 * were drawn, and how long each task over 50 ms took.
 */
export type PageWatch = { readAtMs: number; clustersAtMs: number; lampAtMs: number; longTasksMs: number[] };

declare global {
  var pageWatch: PageWatch;
}

/** Runs in the page, before all other scripts; `pageWatch` then has what the page did. */
export function watchPage(): void {
  globalThis.pageWatch = {
    readAtMs: Number.NaN,
    clustersAtMs: Number.NaN,
    lampAtMs: Number.NaN,
    longTasksMs: [],
  };
  new PerformanceObserver((seen) => {
    for (const { duration } of seen.getEntries()) globalThis.pageWatch.longTasksMs.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((seen) => {
    for (const entry of seen.getEntries()) {
      if (entry instanceof PerformanceResourceTiming && entry.name.endsWith('/api/device-status')) {
        globalThis.pageWatch.readAtMs = entry.responseEnd;
      }
    }
  }).observe({ type: 'resource', buffered: true });
  for (const [selector, figure] of [
    ['[data-cluster]', 'clustersAtMs'],
    ['article [role="img"]', 'lampAtMs'],
  ] as const) {
    new MutationObserver((_, observer) => {
      if (document.querySelector(selector) === null) return;
      globalThis.pageWatch[figure] = performance.now();
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  }
}
