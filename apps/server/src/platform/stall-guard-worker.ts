// The program of the guard's thread (stall-guard.ts): ends the process when the event loop of its main thread is
// blocked.
import { execFile } from 'node:child_process';
import { write } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { GuardedLoop } from './stall-guard.ts';

const { beats, everyMs, missedAtMost } = workerData as GuardedLoop;
const { NOTIFY_SOCKET, PATH, WATCHDOG_USEC } = process.env;
const WRITES_WITHIN_MS = 1000;
const NOTIFIES = 'systemd-notify';
/** Three times within the time of systemd's own watchdog; never without one. */
const notifyEvery = WATCHDOG_USEC === undefined ? undefined : Number(WATCHDOG_USEC) / 1000 / 3 / everyMs;

let isWatching = false;
let seen = 0;
let missed = 0;
let ticks = 0;

parentPort?.on('message', (message: 'watch' | 'stop') => {
  isWatching = message === 'watch';
  missed = 0;
  if (isWatching) notify('READY=1');
});
setInterval(tick, everyMs);
notify('WATCHDOG=1');

function tick(): void {
  const now = Atomics.load(beats, 0);
  missed = isWatching && now === seen ? missed + 1 : 0;
  seen = now;
  if (missed >= missedAtMost) end();
  ticks += 1;
  // While the server starts or stops it is alive as long as this thread is.
  if (notifyEvery !== undefined && ticks >= notifyEvery) {
    ticks = 0;
    notify('WATCHDOG=1');
  }
}

/** The main thread can neither log nor exit. What blocks it may be a log that nobody reads: that is not waited for. */
function end(): void {
  isWatching = false;
  const entry = { level: 60, time: Date.now(), pid: process.pid, blockedForMs: missed * everyMs };
  const line = `${JSON.stringify({ ...entry, msg: 'the event loop is blocked: the process ends' })}\n`;
  const kill = () => void process.kill(process.pid, 'SIGKILL');
  setTimeout(kill, WRITES_WITHIN_MS);
  write(2, line, kill);
}

/** Node has no datagram sockets of UNIX; systemd brings a program for those without. */
function notify(state: string): void {
  if (NOTIFY_SOCKET === undefined) return;
  execFile(NOTIFIES, [state], { env: { PATH, NOTIFY_SOCKET }, timeout: 10_000 }, () => undefined);
}
