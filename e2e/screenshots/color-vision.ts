import type { Page } from '@playwright/test';
import { takePictures } from './camera.ts';

/** Those without one of the three kinds of cones, as Chromium imitates them. */
const WAYS = ['deuteranopia', 'protanopia', 'tritanopia'] as const;

/** The page as people see it who tell fewer colors apart: what stands in it must be told without color. */
export async function takePicturesOfColorVision(page: Page, name: string): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const see = (type: (typeof WAYS)[number] | 'none') =>
    devTools.send('Emulation.setEmulatedVisionDeficiency', { type });
  for (const way of WAYS) {
    await see(way);
    await takePictures(page, `${name}-${way}`, { once: true });
  }
  await see('none');
  await devTools.detach();
}
