import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { useHeapFlags } from './heap-flags.ts';
import { heapRoom } from './heap-room.ts';

// V8 sizes its heap for throughput: on a large machine a server with 30 MB of live objects takes 200 MB. A console
// shares a small machine, so it takes less while it has little to do: the old generation is collected after growing by
// a fifth, the young one does not grow, empty pages are given back. In a hurry that would cost more than half of the
// processor's time, so the heap has room then; V8 gives it back a few seconds later. A large heap takes long to
// collect: there the young generation may grow at rest, too, so that less gets old. There is one optimizing compiler,
// as Node 20 and 22 have it, not two. Import this first, before anything allocates; the figures are in
// docs/decisions/0008-heap-flags.md.

const AT_REST = ['--heap-growing-percent=20', '--semi-space-growth-factor=1', '--optimize-for-size'];
const LARGE = ['--heap-growing-percent=20', '--semi-space-growth-factor=1', '--no-optimize-for-size'];
const LARGE_AND_GROWING = [
  '--heap-growing-percent=20',
  '--semi-space-growth-factor=2',
  '--no-optimize-for-size',
];
const IN_A_HURRY = ['--heap-growing-percent=60', '--semi-space-growth-factor=2', '--no-optimize-for-size'];

const MB = 1024 * 1024;
/** The live objects of some 30,000 devices. */
const LARGE_FROM_BYTES = 80 * MB;
/** What the young generation of a large heap grows to at rest; in a hurry it grows to what V8 allows, 128 MB. */
const YOUNG_AT_REST = 32 * MB;
const CHECK_EVERY_MS = 100;
/** The share of the time in which the event loop had something to do. */
const BUSY = 0.7;
const CALM = 0.3;
const CALM_FOR_MS = 5000;

let inAHurry = false;
let busyAt = 0;
let former = performance.eventLoopUtilization();

setFlagsFromString('--no-maglev');
useHeapFlags(AT_REST);
setInterval(check, CHECK_EVERY_MS).unref();

function check(): void {
  const now = performance.eventLoopUtilization();
  const { utilization } = performance.eventLoopUtilization(now, former);
  former = now;
  if (utilization > CALM) busyAt = performance.now();
  inAHurry = utilization > BUSY || (inAHurry && performance.now() - busyAt < CALM_FOR_MS);
  useHeapFlags(inAHurry ? IN_A_HURRY : atRest());
}

function atRest(): readonly string[] {
  const { live, young } = heapRoom();
  if (live < LARGE_FROM_BYTES) return AT_REST;
  return young < YOUNG_AT_REST ? LARGE_AND_GROWING : LARGE;
}
