import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'faults',
    environment: 'node',
    include: ['**/*.test.ts'],
    // A server starts many times, and the machine may be busy.
    testTimeout: 600_000,
  },
});
