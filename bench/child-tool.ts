import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A program of this folder in a process of its own. Resolves once it prints a line that begins with `pronto`. */
export async function spawnTool(
  file: string,
  args: readonly string[],
): Promise<{ pid: number; stop: () => void }> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('pronto')) break;
  return { pid: child.pid ?? 0, stop: () => void child.kill() };
}
