import type { Page } from '@playwright/test';

const MS = 1000;

/** Scrolls the page a little with each frame for that long; resolves to the frames that it drew a second. */
export function countFrames(page: Page, options: { forMs: number; byPx: number }): Promise<number> {
  return page.evaluate(
    async ({ forMs, byPx, second }) => {
      const startedAt = performance.now();
      for (let frames = 0; ; frames += 1) {
        await new Promise(requestAnimationFrame);
        const tookMs = performance.now() - startedAt;
        if (tookMs >= forMs) return (frames * second) / tookMs;
        scrollBy(0, byPx);
      }
    },
    { ...options, second: MS },
  );
}
