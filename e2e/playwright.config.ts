import { defineConfig } from '@playwright/test';
import { CHROMIUM } from '@semaforo/testing/chromium';

export default defineConfig({
  testDir: 'stories',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    viewport: { width: 1280, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: CHROMIUM,
  },
});
