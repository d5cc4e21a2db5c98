import { performance } from 'node:perf_hooks';
import { collectGarbage } from './collect-garbage.ts';
import { heapRoom } from './heap-room.ts';

// What V8 took while much was to do it gives back at its next collections. With little to do these come minutes later,
// or never: a server with 1,000 devices kept 185 MB where it needs 140, one with 10,000 an empty young generation of
// 128 MB. So both generations are collected here once there is little to do: the young one in some milliseconds, until
// V8, which averages over some seconds, finds that little is allocated and makes it smaller; all where little lives in
// much room. Where more lives that takes too long, and is left to V8, which does it in steps. The figures are
// in docs/decisions/0008-heap-flags.md.
const CHECK_EVERY_MS = 1000;
const MB = 1024 * 1024;
const YOUNG_AT_REST = 8 * MB;
/** What lives in it and what is garbage: of the former, a collection takes a millisecond for each megabyte. */
const COLLECTED_AT_ONCE = 96 * MB;
const EMPTY = 6 * MB;
const EMPTY_SHARE = 0.25;
/** The share of the time in which the event loop had something to do. */
const CALM = 0.1;

/** What the last collection could not give back: pages in which something lives. */
let stuck = 0;
let former = performance.eventLoopUtilization();

setInterval(check, CHECK_EVERY_MS).unref();

function check(): void {
  const now = performance.eventLoopUtilization();
  const { utilization } = performance.eventLoopUtilization(now, former);
  former = now;
  if (utilization > CALM) return;
  const { live, old, young } = heapRoom();
  if (young > YOUNG_AT_REST) collectGarbage('young');
  if (live > COLLECTED_AT_ONCE || old - live - stuck < Math.max(EMPTY, EMPTY_SHARE * old)) return;
  collectGarbage();
  const after = heapRoom();
  stuck = after.old - after.live;
}
