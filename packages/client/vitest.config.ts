import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'client',
    environment: 'node',
    include: ['src/**/*.test.ts'],
    isolate: false,
    // Several files run at once on a busy machine.
    testTimeout: 400_000,
    hookTimeout: 400_000,
  },
});
