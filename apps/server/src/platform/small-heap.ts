import { setFlagsFromString } from 'node:v8';

// V8 sizes its heap for throughput: on a large machine a server with 30 MB of live objects takes 200 MB. A console
// shares a small machine, so it takes less: the old generation is collected after growing by a fifth, the young one
// never grows, empty pages are given back, and there is one optimizing compiler, as Node 20 and 22 have it, not two.
// Import this first, before anything allocates; docs/decisions/0008 has the figures.
for (const flag of [
  '--heap-growing-percent=20',
  '--semi-space-growth-factor=1',
  '--optimize-for-size',
  '--no-maglev',
]) {
  setFlagsFromString(flag);
}
