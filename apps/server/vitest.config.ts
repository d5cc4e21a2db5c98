import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    environment: 'node',
    include: ['src/**/*.test.ts'],
    // Real servers start in these tests, several at once on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: ['test/postgres.setup.ts'],
  },
});
