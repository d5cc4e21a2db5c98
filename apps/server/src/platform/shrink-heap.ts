import { getHeapStatistics } from 'node:v8';
import { collectGarbage } from './collect-garbage.ts';

// What V8 took while much was to do it gives back at its next full collection. With little to do that comes minutes
// later, or never: a server with 1,000 devices kept 185 MB where it needs 140. So a small heap of which much is empty
// is collected here, within some 50 ms; a larger one is left to V8, which does it in steps. The figures are in
// docs/decisions/0008-heap-flags.md.
const CHECK_EVERY_MS = 5000;
const MB = 1024 * 1024;
const COLLECTED_AT_ONCE = 128 * MB;
const EMPTY = 6 * MB;
const EMPTY_SHARE = 0.25;

/** What the last collection could not give back: pages in which something lives. */
let stuck = 0;

setInterval(check, CHECK_EVERY_MS).unref();

function check(): void {
  const { taken, empty } = heapNow();
  if (taken > COLLECTED_AT_ONCE || empty - stuck < Math.max(EMPTY, EMPTY_SHARE * taken)) return;
  collectGarbage();
  stuck = heapNow().empty;
}

function heapNow(): { taken: number; empty: number } {
  const { total_heap_size: taken, used_heap_size: used } = getHeapStatistics();
  return { taken, empty: taken - used };
}
