import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { until } from './until.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const READY = /^Semaforo pronto su (http:\S+)$/m;

export type ServerProcess = {
  child: ChildProcess;
  printed: () => string;
  /** Resolves to the address once the ready line is printed, or rejects with what was printed if the process ends first. */
  ready: () => Promise<string>;
  /** Resolves to the exit code, null for a signal. */
  ended: Promise<number | null>;
};

/** The server as a process of its own, so that it can be killed; from its sources, or from a bundle of them. */
export function spawnServer(settings: Record<string, string>, bundle?: string): ServerProcess {
  const child = spawn(process.execPath, bundle === undefined ? ['--import', 'tsx', MAIN] : [bundle], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    child,
    printed: () => output,
    ready: () =>
      until('the server is ready', () => {
        if (child.exitCode !== null) throw new Error(output);
        return READY.exec(output)?.[1];
      }),
    ended,
  };
}
