import { expect } from '@playwright/test';
import { test } from '../harness/story.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';

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
