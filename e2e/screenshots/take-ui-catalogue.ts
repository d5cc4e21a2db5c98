// The picture of the page that shows every block of `ui`. Only the development server of the web app has that page.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { chromium } from '@playwright/test';
import { CHROMIUM } from '@semaforo/testing/chromium';
import { FOLDER, inFewColors } from './camera.ts';

const ROOT = join(import.meta.dirname, '../..');

const vite = spawn(join(ROOT, 'node_modules/.bin/vite'), {
  cwd: join(ROOT, 'apps/web'),
  env: { ...process.env, NO_COLOR: '1' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const browser = await chromium.launch(CHROMIUM);
try {
  const page = await browser.newPage({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } });
  await page.goto(`${await addressOf(vite.stdout)}/ui`);
  await page.getByRole('main', { name: 'dark' }).waitFor();
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  const picture = await page.screenshot({ fullPage: true, animations: 'disabled' });
  writeFileSync(join(FOLDER, 'ui.png'), inFewColors(picture));
} finally {
  await browser.close();
  vite.kill();
}

/** The address that the development server prints once it listens. */
async function addressOf(output: Readable): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('the development server ended before it listened');
}
