import { join } from 'node:path';
import type { Page } from '@playwright/test';

const FOLDER = join(import.meta.dirname, '../../docs/images');
/** The file's ending, the window, and how much of a long page is kept: what lies below repeats what is above. */
const FRAMES = [
  { ending: '', width: 1280, height: 860, mostHeight: 1400 },
  { ending: '-telefono', width: 390, height: 844, mostHeight: 1700 },
];

/** Takes the page as it is, in a desktop window and at a phone's width, as `docs/images/<name>.png` and `<name>-telefono.png`. */
export async function takePictures(page: Page, name: string): Promise<void> {
  for (const { ending, width, height, mostHeight } of FRAMES) {
    await page.setViewportSize({ width, height });
    await settle(page);
    const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
    const clip = { x: 0, y: 0, width, height: Math.min(Math.max(pageHeight, height), mostHeight) };
    await page.screenshot({
      path: join(FOLDER, `${name}${ending}.png`),
      fullPage: true,
      clip,
      animations: 'disabled',
    });
  }
}

/** Fonts are there and what a new width changes has been drawn. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    scrollTo(0, 0);
    await document.fonts.ready;
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
  });
}
