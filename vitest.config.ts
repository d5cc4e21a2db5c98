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
      'faults',
      { test: { name: 'scripts', include: ['scripts/**/*.test.mjs'] } },
    ],
    maxWorkers: 2,
  },
});
