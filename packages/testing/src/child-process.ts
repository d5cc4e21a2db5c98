import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { until } from './until.ts';

const STOP_TIMEOUT_MS = 30_000;

/** A program that this process started. What it prints is kept to explain a failure. */
export type Child = {
  readonly pid: number;
  /** What it printed so far, on both streams. */
  output(): string;
  hasEnded(): boolean;
  /** The signal that ended it; null while it runs, and when it ended by itself. */
  killedBy(): NodeJS.Signals | null;
  /** Resolves to the exit code when the program has ended; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Where each of its threads waits, as Linux says: of a program that should have ended and has not. */
  threads(): string;
  /** Resolves when it has ended and all it printed is read. */
  readonly closed: Promise<void>;
  /** Sends the signal. */
  signal(name: 'SIGTERM' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
  /** Sends the signal and waits until the program has ended; it is killed after 30 s. Resolves as `ended` does. */
  end(signal: 'SIGTERM' | 'SIGKILL' | 'SIGABRT'): Promise<number | null>;
};

export function startChild(file: string, args: readonly string[], options: SpawnOptions = {}): Child {
  const child: ChildProcess = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
    child.once('error', (error) => {
      output += String(error);
      resolve(null);
    });
  });
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  const hasEnded = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;

  return {
    pid: child.pid ?? 0,
    output: () => output,
    hasEnded,
    killedBy: () => child.signalCode,
    ended,
    closed,
    threads: () => threadsOf(child.pid ?? 0),
    signal: (name) => void child.kill(name),
    async end(signal) {
      if (hasEnded()) return ended;
      const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      child.kill(signal);
      // One that the system does not end, or whose end this process is not told, is named.
      await until(`process ${child.pid} has ended`, hasEnded, 2 * STOP_TIMEOUT_MS).catch((error: unknown) => {
        throw new Error(`${String(error)}\n${threadsOf(child.pid ?? 0)}`);
      });
      clearTimeout(deadline);
      return ended;
    },
  };
}

function threadsOf(pid: number): string {
  const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8').trim();
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map(
      (id) => `${read(`task/${id}/comm`)}: ${read(`task/${id}/wchan`)}`,
    );
    return [read('status').split('\n')[2], ...threads].join('\n');
  } catch (error) {
    // It is gone, or this is no Linux.
    return String(error);
  }
}
