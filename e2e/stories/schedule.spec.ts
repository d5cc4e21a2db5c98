import { expect } from '@playwright/test';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { test } from '../harness/story.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';

const TOMORROW_MS = 24 * 60 * 60 * 1000;

test('an operator plans an arancio, finds it among the active ones, and takes it back', async ({
  page,
  stage,
}) => {
  const town = await stage.town({ signals: ['Piazza', 'Stazione'] });
  await stage.enter(town);
  await page.getByRole('button', { name: 'Pianifica' }).click();
  const { date } = romeWallTime(Date.now() + TOMORROW_MS);
  await page.getByLabel('Colore').selectOption('arancio');
  await page.getByLabel('Giorno').fill(date);
  await page.getByLabel('Ora').fill('06:30');
  await page.getByRole('button', { name: 'Conferma', exact: true }).click();
  await expect(page.getByText('Comando pianificato con successo')).toBeVisible();

  await page.getByRole('link', { name: 'Pianificazioni' }).click();
  const row = page.getByRole('row', { name: /ARANCIO/ });
  await expect(row).toContainText('06:30');
  await expect(row).toContainText('valdombra');
  await expect(row).toContainText('Piazza');
  await row.getByRole('button', { name: /Elimina/ }).click();
  await expect(page.getByText('Nessuna pianificazione attiva trovata.')).toBeVisible();
  await expect(page.getByRole('row', { name: /ARANCIO/ })).toContainText(/annullata/i);
});

test('a schedule lights the signals by itself, and the history tells it', async ({ page, stage }) => {
  const town = await stage.town({ signals: ['Piazza'] });
  await stage.enter(town);
  const dashboard = new DashboardPage(page);
  await expect(dashboard.light('Piazza', 'Verde acceso, confermato')).toBeVisible();
  const datetime = new Date(Date.now() + 1500).toISOString();
  await town.api('createSchedule', { body: { color: 'rosso', datetime, device_type: 'semaforo' } });

  await expect(dashboard.light('Piazza', 'Rosso acceso, confermato')).toBeVisible();
  await page.getByRole('link', { name: 'Storico Comandi' }).click();
  const row = page.getByRole('row', { name: /Piazza/ });
  await expect(row).toContainText('ROSSO');
  await expect(row).toContainText('Confermato');
  await page.getByRole('link', { name: 'Pianificazioni' }).click();
  await expect(page.getByRole('row', { name: /ROSSO/ })).toContainText(/eseguita/i);
});

test('a time that has passed is refused before anything is sent', async ({ page, stage }) => {
  const town = await stage.town({ signals: ['Piazza'] });
  await stage.enter(town);
  await page.getByRole('button', { name: 'Pianifica' }).click();
  await page.getByLabel('Giorno').fill('2026-01-01');
  await page.getByLabel('Ora').fill('06:30');
  await page.getByRole('button', { name: 'Conferma', exact: true }).click();
  await expect(page.getByText('La data e ora devono essere nel futuro')).toBeVisible();
  expect(await town.api('listSchedules')).toEqual([]);
});
