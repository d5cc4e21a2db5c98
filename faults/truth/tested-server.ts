import { type ServerProcess, spawnServer } from '@semaforo/testing/server-process';
import type { Journal } from './journal.ts';

/** The built server as the tester breaks it: it is ended, stopped for a while and started again on the same data. */
export type TestedServer = {
  /** Resolves once it is ready. With a bundle it is of that version from then on. */
  start: (bundle?: string) => Promise<void>;
  end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>;
  /** From now on it does nothing, though its connections stay open. */
  pause: () => void;
  resume: () => void;
  isRunning: () => boolean;
  /** What it printed when it ended by itself. */
  readonly crashes: readonly string[];
};

export function createTestedServer(
  settings: Record<string, string>,
  bundle: string,
  journal: Journal,
): TestedServer {
  const crashes: string[] = [];
  let current: ServerProcess | undefined;

  let version = bundle;

  const start = async (newer = version) => {
    if (current !== undefined) return;
    version = newer;
    const started = spawnServer(settings, version);
    current = started;
    journal.note('the server starts');
    void started.ended.then(() => {
      if (current !== started) return;
      current = undefined;
      journal.note('the server ended by itself');
      crashes.push(started.output());
    });
    try {
      await started.ready();
    } catch (error) {
      // Another fault ended it before it was ready; one that ends by itself is among the crashes.
      if (current !== started) return;
      throw error;
    }
    journal.note('the server is ready');
  };

  return {
    start,
    end: async (signal) => {
      const ending = current;
      current = undefined;
      journal.note(`the server gets ${signal}`);
      await ending?.end(signal);
    },
    pause: () => {
      journal.note('the server is stopped for a while');
      current?.signal('SIGSTOP');
    },
    resume: () => {
      journal.note('the server goes on');
      current?.signal('SIGCONT');
    },
    isRunning: () => current !== undefined,
    crashes,
  };
}
