import { expect } from '@playwright/test';
import { test } from '../harness/story.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';

/** A schedule of which nothing could be sent for so long is missed (docs/rules.md#deadlines). */
const SCHEDULE_DEADLINE_MS = 30_000;

test('a schedule lights the signals by itself, and the history shows it', async ({ page, stage }) => {
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

test('a schedule that is due while the broker is away is missed, and an amber banner says so until it is closed', async ({
  page,
  stage,
}) => {
  const broker = await stage.mosquitto();
  const town = await stage.town({ signals: ['Piazza'], broker });
  await stage.enter(town);
  const dashboard = new DashboardPage(page);
  await expect(dashboard.light('Piazza', 'Verde acceso, confermato')).toBeVisible();
  await broker.kill();
  const datetime = new Date(Date.now() + 1500).toISOString();
  await town.api('createSchedule', { body: { color: 'rosso', datetime, device_type: 'semaforo' } });

  const banner = page.getByText(/^1 pianificazione non eseguita: ROSSO delle /);
  await expect(banner).toBeVisible({ timeout: SCHEDULE_DEADLINE_MS + 15_000 });
  await page.getByRole('link', { name: 'Vedi le pianificazioni' }).press('Enter');
  await expect(page.getByRole('row', { name: /ROSSO/ })).toContainText('Mancata');
  await page.getByRole('button', { name: 'Chiudi l’avviso di pianificazioni non eseguite' }).press('Enter');
  await expect(banner).toBeHidden();
  const warningsRead = page.waitForResponse(/\/api\/schedule\/warnings$/);
  await page.reload();
  await (await warningsRead).finished();
  await expect(page.getByRole('row', { name: /ROSSO/ })).toContainText('Mancata');
  await expect(banner).toBeHidden();
});
