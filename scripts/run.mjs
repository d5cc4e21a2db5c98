import { spawn } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/**
 * Runs `npm`, `node` or a program of node_modules/.bin in the root. Resolves to its exit code and to all that it
 * printed; with `inherit` it prints for itself, and the output is empty. It is asked to end when this process ends.
 */
export function run(program, args, { inherit = false, env = {} } = {}) {
  const file = program === 'npm' ? program : programFile(program);
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: ROOT,
      env: { ...process.env, ...(!inherit && { NO_COLOR: '1', FORCE_COLOR: '0' }), ...env },
      stdio: inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    const endIt = () => child.kill();
    process.once('exit', endIt);
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => {
      process.off('exit', endIt);
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() });
    });
  });
}

function programFile(program) {
  return program === 'node' ? process.execPath : join(ROOT, 'node_modules/.bin', program);
}

/**
 * Runs `[title, program, ...args]` steps, `atOnce` at a time. Prints one line for each, and the output of those that
 * fail. Resolves to how many passed and how many failed.
 */
export async function runAll(steps, { atOnce }) {
  const waiting = [...steps];
  let failed = 0;
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const [title, program, ...args] = step;
      const { code, output } = await run(program, args);
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${title}`);
      if (code === 0) continue;
      failed += 1;
      console.log(output);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { passed: steps.length - failed, failed };
}
