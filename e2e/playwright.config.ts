import { defineConfig } from '@playwright/test';
import { CHROMIUM } from '@semaforo/testing/chromium';

export default defineConfig({
  testDir: 'stories',
  fullyParallel: true,
  // Each has a browser and a server, and the other tests run beside them.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Generous: a condition that comes true late, on a busy machine, is no failure.
  timeout: 900_000,
  expect: { timeout: 90_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    actionTimeout: 90_000,
    navigationTimeout: 120_000,
    // Each new browser would store the whole build, for one page: the stories of being offline ask for it.
    serviceWorkers: 'block',
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    viewport: { width: 1280, height: 900 },
    // A trace takes three tenths of the processor's time: `--trace retain-on-failure` makes it for a story that failed.
    // What moves takes a fifth of the processor's time, and ERRORE, while it blinks, is too faint for axe at random.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: CHROMIUM,
  },
});
