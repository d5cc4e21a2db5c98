import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from './vite.config.ts';

/** Node's own `localStorage`, there from Node 25 on, would take the place of jsdom's. */
const NO_WEB_STORAGE = '--no-experimental-webstorage';

/** Tests that put a module in another's place: each has a process of its own (`vitest.alone.config.ts`). */
export const ALONE = 'src/**/*.alone.test.{ts,tsx}';

/** The tests run the modules that the build ships: both start from the same configuration. */
export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      name: 'web',
      environment: 'jsdom',
      include: ['src/**/*.test.{ts,tsx}'],
      exclude: [...configDefaults.exclude, ALONE],
      // One process draws many files' pages: to load React, jsdom and the page again takes longer than most of them.
      isolate: false,
      setupFiles: ['src/test/set-up.ts'],
      css: false,
      execArgv: process.allowedNodeEnvironmentFlags.has(NO_WEB_STORAGE) ? [NO_WEB_STORAGE] : [],
      // jsdom draws a page slowly, and several files run at once on a busy machine.
      testTimeout: 180_000,
      hookTimeout: 180_000,
      restoreMocks: true,
      unstubGlobals: true,
    },
  }),
);
