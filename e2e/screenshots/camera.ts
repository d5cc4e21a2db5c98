import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import upng from 'upng-js';

export const FOLDER = join(import.meta.dirname, '../../docs/images');
/** The end of the file's name, the window, and how much of a long page is kept: the rest repeats what is above. */
const FRAMES = [
  { ending: '', width: 1280, height: 800, mostHeight: 1300 },
  { ending: '-telefono', width: 390, height: 844, mostHeight: 1600 },
] as const;
/** A picture of a page needs no more colours, and its file is then a third of the size. */
const COLOURS = 128;

/**
 * Saves the page as it is, in a desktop window and at a phone's width, as `docs/images/<name>.png` and
 * `<name>-telefono.png`; without `phone` in the first alone. `ready` opens in each window what the
 * change of width has closed.
 */
export async function takePictures(
  page: Page,
  name: string,
  { phone = true, ready }: { phone?: boolean; ready?: () => Promise<void> } = {},
): Promise<void> {
  await page.mouse.move(0, 500);
  for (const { ending, width, height, mostHeight } of phone ? FRAMES : FRAMES.slice(0, 1)) {
    await page.setViewportSize({ width, height });
    await ready?.();
    await settle(page);
    const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width, height: Math.min(pageHeight, mostHeight) });
    await settle(page);
    const picture = await page.screenshot({ animations: 'disabled' });
    writeFileSync(join(FOLDER, `${name}${ending}.png`), inFewColours(picture));
  }
  // What is pressed next is where a desktop has it.
  const [{ width, height }] = FRAMES;
  await page.setViewportSize({ width, height });
}

/** Resolves when the fonts are loaded and the page is drawn for its new width. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    scrollTo(0, 0);
    await document.fonts.ready;
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
  });
}

export function inFewColours(png: Buffer): Buffer {
  const picture = upng.decode(new Uint8Array(png).buffer);
  return Buffer.from(upng.encode(upng.toRGBA8(picture), picture.width, picture.height, COLOURS));
}
