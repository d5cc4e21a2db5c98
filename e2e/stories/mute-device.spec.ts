import { expect } from '@playwright/test';
import { expectAccessible } from '../harness/page-checks.ts';
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

test('the page of a device shows a picture of its place, drawn anew as a small JPEG', async ({
  page,
  stage,
}) => {
  const town = await stage.town({ signals: ['Stazione'] });
  await stage.enter(town);
  await expect(new DashboardPage(page).light('Stazione', 'Verde acceso, confermato')).toBeVisible();
  const buffer = await page.screenshot();
  await page.getByRole('link', { name: 'Stazione' }).click();
  const panel = page.getByRole('region', { name: 'Foto' });
  await expect(panel).toContainText('Nessuna foto');
  const file = panel.getByLabel('File della foto');
  await file.setInputFiles({ name: 'palo.png', mimeType: 'image/png', buffer });
  const picture = panel.getByRole('img', { name: 'Il posto di Stazione' });
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0)))
    .toBe(1280);
  await expectAccessible(page, 'a picture');
  await file.setInputFiles({ name: 'nota.png', mimeType: 'image/png', buffer: Buffer.from('niente') });
  await expect(page.getByText('La foto non è stata cambiata').first()).toBeVisible();
  await expect(picture).toBeVisible();
  await panel.getByRole('button', { name: 'Togli la foto' }).click();
  await expect(panel).toContainText('Nessuna foto');
});
