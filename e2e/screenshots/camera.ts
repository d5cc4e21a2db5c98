import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import upng from 'upng-js';

export const FOLDER = join(import.meta.dirname, '../../docs/images');
/** The end of the file's name, the window, and how much of a long page is kept: the rest repeats what is above. */
const FRAMES = [
  { ending: '', width: 1280, height: 800, mostHeight: 1300 },
  { ending: '-telefono', width: 390, height: 844, mostHeight: 1600 },
  { ending: '-grande', width: 1920, height: 1080, mostHeight: 1300 },
] as const;
const THEMES = [
  { ending: '', theme: undefined },
  { ending: '-scuro', theme: 'dark' },
] as const;
/** A picture of a page needs no more colors, and its file is then a third of the size. */
const COLORS = 128;

/** The names of what was photographed in every window and theme, in their order. */
export const taken: string[] = [];

/**
 * Saves the page as it is as `docs/images/<name><window><theme>.png`: a desktop's window, a phone's and a large
 * screen's, light and dark. With `once` in the first alone. `ready` opens in each window what the change of width has
 * closed.
 */
export async function takePictures(
  page: Page,
  name: string,
  { once = false, ready }: { once?: boolean; ready?: () => Promise<void> } = {},
): Promise<void> {
  await page.mouse.move(0, 500);
  const before = await wear(page, undefined);
  for (const { ending, width, height, mostHeight } of once ? FRAMES.slice(0, 1) : FRAMES) {
    await page.setViewportSize({ width, height });
    await ready?.();
    await settle(page);
    const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width, height: Math.max(height, Math.min(pageHeight, mostHeight)) });
    for (const look of once ? THEMES.slice(0, 1) : THEMES) {
      await wear(page, look.theme);
      await settle(page);
      const picture = await page.screenshot({ animations: 'disabled' });
      writeFileSync(join(FOLDER, `${name}${ending}${look.ending}.png`), inFewColors(picture));
    }
    await wear(page, undefined);
  }
  await wear(page, before);
  if (!once) taken.push(name);
  // What is pressed next is where a desktop has it.
  const [{ width, height }] = FRAMES;
  await page.setViewportSize({ width, height });
}

/** Goes to each address in turn, waits for words that stand there, and takes its pictures under that name. */
export async function takeScreens(
  page: Page,
  origin: string,
  screens: readonly (readonly [name: string, path: string, words: string])[],
): Promise<void> {
  for (const [name, path, words] of screens) {
    await page.goto(origin + path);
    await page.getByText(words).first().waitFor();
    await page.waitForLoadState('networkidle');
    await takePictures(page, name);
  }
}

/** The pictures of all that was taken, as a page of the documents. */
export function writeIndex(): void {
  const link = (name: string, words: string) => `[${words}](images/${name}.png)`;
  const entries = taken.map((name) =>
    [
      `- \`${name}\`:`,
      `  ${link(name, '1280')}, ${link(`${name}-scuro`, '1280 scuro')},`,
      `  ${link(`${name}-telefono`, '390')}, ${link(`${name}-telefono-scuro`, '390 scuro')},`,
      `  ${link(`${name}-grande`, '1920')}, ${link(`${name}-grande-scuro`, '1920 scuro')}`,
    ].join('\n'),
  );
  const head = [
    '# Le schermate',
    '',
    'Ogni schermata, larga 1280, 390 e 1920 pixel, nel tema chiaro e in quello scuro. Le fa `npm run screenshots` da una',
    'console vera con dispositivi simulati; i nomi di Comuni e zone sono inventati.',
  ].join('\n');
  writeFileSync(join(FOLDER, '../schermate.md'), `${head}\n\n${entries.join('\n')}\n`);
}

/** Puts the theme on, or takes it off, without the operator's choice being kept; returns the one before. */
async function wear(page: Page, theme: string | undefined): Promise<string | undefined> {
  return page.evaluate((wanted) => {
    const { dataset } = document.documentElement;
    const { theme: before } = dataset;
    if (wanted === undefined) delete dataset.theme;
    else dataset.theme = wanted;
    return before;
  }, theme);
}

/** Resolves when the fonts are loaded and the page is drawn for its new width. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    scrollTo(0, 0);
    await document.fonts.ready;
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
  });
}

export function inFewColors(png: Buffer): Buffer {
  const picture = upng.decode(new Uint8Array(png).buffer);
  return Buffer.from(upng.encode(upng.toRGBA8(picture), picture.width, picture.height, COLORS));
}
