import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const LEASH = new URL('../packages/testing/src/leash.mjs', import.meta.url).href;
const STOP_TIMEOUT_MS = 10_000;

/** Starts a node program that ends when this process ends. `onLine` gets each line that it prints; stderr is shared. */
export function startChild({ file, args = [], env, cwd, onLine }) {
  const child = spawn(process.execPath, ['--import', LEASH, file, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    // A group of its own: Ctrl-C reaches this process only, which then stops its children in order.
    detached: true,
  });
  createInterface({ input: child.stdout }).on('line', onLine);
  return child;
}

/** Asks a child to stop and waits until it has ended. Kills it when it does not end in time. */
export async function stopChild(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  child.kill('SIGTERM');
  await exited;
  clearTimeout(impatience);
}
