import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test/set-up.ts'],
    css: false,
    // A page is drawn in a slow imitation of a browser, several at once on a busy machine.
    testTimeout: 30_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
