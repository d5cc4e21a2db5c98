// Loaded into a measured server: notes each turn of its event loop that used much of the processor's time. Time that
// the machine gave to other programs does not count.
import { appendFileSync, readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 5;
const LONG_FROM_MS = 25;
const NS_PER_MS = 1e6;
const { LONG_TURNS_FILE } = process.env;

let used = usedMs();
setInterval(() => {
  const now = usedMs();
  const tookMs = now - used;
  used = now;
  if (tookMs > LONG_FROM_MS) appendFileSync(LONG_TURNS_FILE, `${Date.now()} ${Math.round(tookMs)}\n`);
}, LOOK_EVERY_MS).unref();

/** What the main thread used since its start (Linux only). */
function usedMs() {
  return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / NS_PER_MS;
}
