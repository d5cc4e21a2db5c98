import { spawn } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Runs a program of node_modules/.bin, or node, in the root; resolves to its exit code and everything it printed. */
export function run(program, args, { inherit = false, env = {}, cwd = ROOT } = {}) {
  const file =
    program === 'node'
      ? process.execPath
      : program === 'npm'
        ? 'npm'
        : join(ROOT, 'node_modules/.bin', program);
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }));
  });
}

/** Runs `[title, program, ...args]` steps, some at once, prints one line each and the output of those that fail; resolves to the failed titles. */
export async function runAll(steps, { atOnce }) {
  const waiting = [...steps];
  const failed = [];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const [title, program, ...args] = step;
      const { code, output } = await run(program, args);
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${title}`);
      if (code !== 0) {
        failed.push(title);
        console.log(output);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failed;
}
