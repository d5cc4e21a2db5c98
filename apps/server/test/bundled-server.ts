import { type ServerProcess, spawnServer } from '@semaforo/testing/server-process';
import { inject } from 'vitest';

/** Starts the run's bundle of the server in a process of its own, with these settings only. */
export function spawnBundledServer(settings: Record<string, string>): ServerProcess {
  return spawnServer(settings, inject('serverBundle'));
}
