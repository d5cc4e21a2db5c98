import { bundleServer } from '@semaforo/testing/server-bundle';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file to start, of the server as it is built. */
    serverBundle: string;
  }
}

/** Bundles the server once for the whole run: from its sources each start would take seconds. */
export function setup(project: TestProject): () => void {
  const { file, remove } = bundleServer({ failPoints: false });
  project.provide('serverBundle', file);
  return remove;
}
