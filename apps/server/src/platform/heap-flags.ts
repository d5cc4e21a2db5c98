import { setFlagsFromString } from 'node:v8';
import type { Worker } from 'node:worker_threads';

/** With what `--optimize-for-size` implies taken back, which Node 20 does not do by itself. */
const ROOM_FOR_NEW_THREADS = ['--no-optimize-for-size', '--max-semi-space-size=0'];

let inForce: readonly string[] = [];

/** Flags of V8 for all threads, until others are used. */
export function useHeapFlags(flags: readonly string[]): void {
  if (flags !== inForce) set(flags);
  inForce = flags;
}

/**
 * Starts a thread whose young generation may take what its limits allow: how large it may ever be is settled as a
 * thread starts, by the flags of that moment (docs/decisions/0008-heap-flags.md).
 */
export function startWithRoom(start: () => Worker): Worker {
  if (inForce.length === 0) return start();
  set(ROOM_FOR_NEW_THREADS);
  const backToUsual = () => set(inForce);
  return start().once('online', backToUsual).once('error', backToUsual);
}

function set(flags: readonly string[]): void {
  for (const flag of flags) setFlagsFromString(flag);
}
