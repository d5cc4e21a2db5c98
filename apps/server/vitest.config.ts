import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    environment: 'node',
    include: ['src/**/*.test.ts'],
    // One process runs many files: to load the server again for each takes longer than most of them.
    isolate: false,
    // Real servers start in these tests, several at once on a busy machine.
    testTimeout: 400_000,
    hookTimeout: 400_000,
    expect: { poll: { timeout: 150_000 } },
    globalSetup: ['test/databases.setup.ts', 'test/server-bundle.setup.ts'],
  },
});
