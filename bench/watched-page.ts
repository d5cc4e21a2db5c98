import { chromium, type Page } from '@playwright/test';
import { CHROMIUM } from '@semaforo/testing/chromium';
import { ADMIN } from '@semaforo/testing/credentials';
import { type PageWatch, watchPage } from './page-watch.ts';

/** Opens a browser in which the admin is logged in. Each of its pages is measured from its first moment. */
export async function openWatchedPage(
  origin: string,
): Promise<{ page: Page; watched: () => Promise<PageWatch>; close: () => Promise<void> }> {
  const browser = await chromium.launch(CHROMIUM);
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.route(/openstreetmap/, (route) => route.abort());
  await page.addInitScript(watchPage);
  await page.goto(`${origin}/login`);
  await page.getByLabel('Username').fill(ADMIN.username);
  await page.getByLabel('Password').first().fill(ADMIN.password);
  await page.getByRole('button', { name: 'Accedi' }).click();
  await page.waitForURL(`${origin}/dashboard`);
  return {
    page,
    watched: () => page.evaluate(() => globalThis.pageWatch),
    close: () => browser.close(),
  };
}
