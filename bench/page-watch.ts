/** What a page saw since it was opened: when the device states had come and the first cluster stood, and each stretch of work over 50 ms. */
export type PageWatch = { readAtMs: number; clustersAtMs: number; longTasksMs: number[] };

declare global {
  var pageWatch: PageWatch;
}

/** Runs in the page, before anything else of it; `pageWatch` is then what it saw. */
export function watchPage(): void {
  globalThis.pageWatch = { readAtMs: Number.NaN, clustersAtMs: Number.NaN, longTasksMs: [] };
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
  new MutationObserver((_, observer) => {
    if (document.querySelector('[data-cluster]') === null) return;
    globalThis.pageWatch.clustersAtMs = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}
