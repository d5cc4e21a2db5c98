import { defineConfig } from 'vitest/config';
import { findUnitTests } from './scripts/unit-tests.mjs';

/** Pure tests of all workspaces in one project: no database, server, bundle or browser is started for them. */
export default defineConfig({
  test: {
    name: 'unit',
    environment: 'node',
    include: findUnitTests(),
    isolate: false,
    // One test tries a million random events; several run at once on a busy machine.
    testTimeout: 400_000,
  },
});
