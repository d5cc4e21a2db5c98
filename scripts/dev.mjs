// Runs server and web with reload, their output side by side. When one ends, the other is stopped.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureInstalled } from './prepare.mjs';

const ROOT = join(import.meta.dirname, '..');

await ensureInstalled();
const children = [
  start('server', ROOT, 'tsx', ['watch', '--clear-screen=false', 'apps/server/src/main.ts']),
  start('web   ', join(ROOT, 'apps/web'), 'vite', ['--clearScreen', 'false']),
];
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stopAll);

function start(name, cwd, program, args) {
  const child = spawn(join(ROOT, 'node_modules/.bin', program), args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on('line', (line) => console.log(`${name} │ ${line}`));
  }
  child.on('exit', stopAll);
  return child;
}

function stopAll() {
  for (const child of children) child.kill('SIGTERM');
}
