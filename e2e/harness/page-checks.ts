import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Fails when axe finds an accessibility fault on the page. The failure names the `state` of the page. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  // All in the page itself, which has no frames: else each run opens a page more, and takes three times as long.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { violations } = await axe.withTags(WCAG_22_AA).analyze();
  const faults = violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ target }) => target.join(' ')),
  }));
  expect(faults, state).toEqual([]);
}

/** Fails when the page is wider than its window. */
export async function expectNoSidewaysScroll(page: Page, state: string): Promise<void> {
  const surplusPx = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(surplusPx, `${state}: pixels beyond the window`).toBe(0);
}
