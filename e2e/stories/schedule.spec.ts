import { expect } from '@playwright/test';
import { test } from '../harness/story.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';
import { ScheduledPage } from '../pages/scheduled-page.ts';

/** A schedule of which nothing could be sent for so long is missed (docs/rules.md#deadlines). */
const SCHEDULE_DEADLINE_MS = 30_000;
/** Long enough to be seen under way on a busy machine. */
const CONFIRM_MS = 15_000;

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
  const executed = new ScheduledPage(page).ended.getByRole('row', { name: /ROSSO/ });
  await expect(executed).toContainText('Eseguita');
  await expect(executed).toContainText('1/1 confermati');
});

test('a schedule is under way until its devices answer, then says which ones did not', async ({
  page,
  stage,
}) => {
  const town = await stage.town({
    signals: ['Piazza', 'Ponte'],
    settings: { COMMAND_CONFIRM_MS: String(CONFIRM_MS) },
  });
  town.device('Ponte').behave({ kind: 'mute' });
  await stage.enter(town);
  await page.getByRole('link', { name: 'Pianificazioni' }).click();
  const scheduled = new ScheduledPage(page);
  await expect(scheduled.noneActive).toBeVisible();
  const datetime = new Date(Date.now() + 1500).toISOString();
  await town.api('createSchedule', { body: { color: 'rosso', datetime, device_type: 'semaforo' } });

  const underWay = scheduled.row('In corso, 1/2 confermati');
  await expect(underWay).toBeVisible();
  await expect(underWay.getByRole('button')).toHaveCount(0);
  const ended = scheduled.ended.getByRole('row', { name: /ROSSO/ });
  await expect(ended).toContainText('Non confermata');
  await expect(ended).toContainText('1/2 confermati');
  await expect(ended).toContainText('Non confermata da 1 semaforo: Ponte');
  await expect(scheduled.noneActive).toBeVisible();
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
  await expect(banner).toBeVisible({ timeout: SCHEDULE_DEADLINE_MS + 60_000 });
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
