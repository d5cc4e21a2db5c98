import { pathToFileURL } from 'node:url';
import { type ServerProcess, spawnServer } from '@semaforo/testing/server-process';
import { inject } from 'vitest';

/** Starts the run's bundle of the server in a process of its own, with these settings only. */
export function spawnBundledServer(settings: Record<string, string>): ServerProcess {
  return spawnServer(settings, inject('serverBundle'));
}

/** The program of the embedded broker's thread in the run's bundle: a worker cannot load TypeScript. */
export function bundledBrokerWorker(): URL {
  return new URL('broker-worker.js', pathToFileURL(inject('serverBundle')));
}

/** The program that makes backups, in the run's bundle. */
export function bundledBackupProgram(): URL {
  return new URL('backup.js', pathToFileURL(inject('serverBundle')));
}
