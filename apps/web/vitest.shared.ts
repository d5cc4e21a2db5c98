import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from './vite.config.ts';

/** Tests that put a module in another's place: each has a process of its own. */
const ALONE = 'src/**/*.alone.test.{ts,tsx}';

/** Node's own `localStorage`, there from Node 25 on, would take the place of jsdom's. */
const NO_WEB_STORAGE = '--no-experimental-webstorage';

/** Which of the page's tests run together. */
const KINDS = {
  // One process draws many files' pages: to load React, jsdom and the page again takes longer than most of them.
  together: {
    name: 'web',
    include: ['src/**/*.test.{ts,tsx}'],
    exclude: [...configDefaults.exclude, ALONE],
    isolate: false,
  },
  alone: { name: 'web alone', include: [ALONE], isolate: true },
};

/** The tests run the modules that the build ships: both start from the same configuration. */
export function webTests(kind: keyof typeof KINDS) {
  return mergeConfig(
    viteConfig,
    defineConfig({
      test: {
        ...KINDS[kind],
        environment: 'jsdom',
        setupFiles: ['src/test/set-up.ts'],
        css: false,
        execArgv: process.allowedNodeEnvironmentFlags.has(NO_WEB_STORAGE) ? [NO_WEB_STORAGE] : [],
        // jsdom draws a page slowly, and several files run at once on a busy machine.
        testTimeout: 400_000,
        hookTimeout: 400_000,
        restoreMocks: true,
        unstubGlobals: true,
      },
    }),
  );
}
