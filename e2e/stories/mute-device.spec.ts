import { expect } from '@playwright/test';
import { test } from '../harness/story.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';

const IN_ERROR = /^In errore, ultimo stato noto/;

test('a device that never confirms ends in error with no lamp lit, and is named', async ({ page, stage }) => {
  const town = await stage.town({ signals: ['Lungofiume', 'Stazione'] });
  town.device('Lungofiume').behave({ kind: 'mute' });
  await stage.enter(town);
  const dashboard = new DashboardPage(page);
  await expect(dashboard.light('Lungofiume', 'Verde acceso, confermato')).toBeVisible();

  await dashboard.lightAll('arancio');

  await expect(dashboard.light('Stazione', 'Arancio acceso, confermato')).toBeVisible();
  await expect(dashboard.failures('Lungofiume')).toBeVisible();
  await expect(dashboard.light('Lungofiume', IN_ERROR)).toBeVisible();
  await expect(dashboard.signal('Lungofiume').getByText('ERRORE', { exact: true })).toBeVisible();
  await expect(dashboard.signal('Stazione').getByText('ERRORE', { exact: true })).toBeHidden();

  const reloaded = await page.reload();
  expect(reloaded?.ok()).toBe(true);
  await expect(dashboard.light('Lungofiume', IN_ERROR)).toBeVisible();
});

test('a device that does the opposite of its command is not shown with the requested lamp', async ({
  page,
  stage,
}) => {
  const town = await stage.town({ signals: ['Palasport'] });
  town.device('Palasport').behave({ kind: 'liar' });
  await stage.enter(town);
  const dashboard = new DashboardPage(page);
  await expect(dashboard.light('Palasport', 'Verde acceso, confermato')).toBeVisible();

  await dashboard.lightAll('rosso');

  await expect(dashboard.failures('Palasport')).toBeVisible();
  await expect(dashboard.light('Palasport', 'Rosso acceso, confermato')).toBeHidden();
  // It says that several lamps are lit, and these are drawn; what was asked stands beside them.
  const name = /^In errore, più lampade accese: .*, chiesto rosso$/;
  await expect(dashboard.light('Palasport', name)).toBeVisible();
});
