import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { test } from '../harness/story.ts';

test('the screens of an operator have no accessibility violation that a machine can find', async ({
  page,
  stage,
}) => {
  const town = await stage.town({ signals: ['Stazione', 'Palasport'], lanterns: ['Darsena'] });
  await stage.enter(town);
  for (const path of ['login', 'dashboard', 'lanterna', 'history', 'scheduled', 'user']) {
    await page.goto(`${town.origin}/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze();
    expect(
      violations.map(({ id, nodes }) => ({ path, id, where: nodes.map(({ target }) => target) })),
    ).toEqual([]);
  }
});
