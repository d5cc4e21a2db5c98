import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'testing',
    environment: 'node',
    include: ['src/**/*.test.ts'],
    isolate: false,
    // A server is built and started, on a busy machine.
    testTimeout: 400_000,
  },
});
