import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      'packages/contract',
      'packages/client',
      'packages/testing',
      'apps/server',
      'apps/simulator',
      'apps/web',
      'apps/web/vitest.alone.config.ts',
      'faults',
      {
        test: {
          name: 'scripts',
          include: ['scripts/**/*.test.mjs'],
          // As in every project: a busy machine is no failure.
          testTimeout: 400_000,
          hookTimeout: 400_000,
        },
      },
    ],
    // More than there may be cores: many tests wait for devices, servers and timers. The stories run beside them.
    maxWorkers: 3,
  },
});
