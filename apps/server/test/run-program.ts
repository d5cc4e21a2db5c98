import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Child, startChild } from '@semaforo/testing/child-process';
import { refuseLeakedSecrets } from '@semaforo/testing/leaked-secrets';
import { until } from '@semaforo/testing/until';
import { inject } from 'vitest';

/**
 * Starts another program of the run’s bundle of the server, such as `backup`, with these settings only. A secret in
 * what it printed is an error that nobody catches: it fails the run.
 */
export function startProgram(
  name: string,
  args: readonly string[],
  settings: Record<string, string | undefined>,
): Child {
  const child = startChild(process.execPath, [join(dirname(inject('serverBundle')), `${name}.js`), ...args], {
    // Away from any .env file.
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  void child.closed.then(() => refuseLeakedSecrets([child.output()], settings));
  return child;
}

/** Runs it to its end. */
export async function runProgram(
  ...given: Parameters<typeof startProgram>
): Promise<{ code: number | null; output: string }> {
  const child = startProgram(...given);
  try {
    await until('the program has ended', child.hasEnded);
  } catch (error) {
    throw new Error(`${String(error)}: it said ${JSON.stringify(child.output())}\n${child.threads()}`);
  }
  return { code: await child.ended, output: child.output() };
}
