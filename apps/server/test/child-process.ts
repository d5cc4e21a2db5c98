import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

const STOP_TIMEOUT_MS = 10_000;

/** A program that this process started; what it prints is kept to explain a failure. */
export type Child = {
  readonly pid: number;
  output(): string;
  hasEnded(): boolean;
  /** The signal that ended it; null while it runs, and when it ended by itself. */
  killedBy(): NodeJS.Signals | null;
  /** Sends the signal and waits until the program has ended; one that does not is killed. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
};

export function startChild(file: string, args: string[], options: SpawnOptions = {}): Child {
  const child: ChildProcess = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  child.on('error', (error) => {
    output += String(error);
  });
  const hasEnded = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;

  return {
    pid: child.pid ?? 0,
    output: () => output,
    hasEnded,
    killedBy: () => child.signalCode,
    async end(signal) {
      if (hasEnded()) return;
      const ended = once(child, 'exit');
      const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      child.kill(signal);
      await ended;
      clearTimeout(impatience);
    },
  };
}
