import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'faults',
    environment: 'node',
    include: ['**/*.test.ts'],
    // A server starts again and again, on a busy machine.
    testTimeout: 180_000,
  },
});
