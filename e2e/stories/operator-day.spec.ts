import { expect } from '@playwright/test';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { shareTown, test } from '../harness/story.ts';
import { ConsoleFrame } from '../pages/console-frame.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';
import { HistoryPage } from '../pages/history-page.ts';
import { LanternPage } from '../pages/lantern-page.ts';
import { ProfilePanel } from '../pages/profile-panel.ts';
import { ScheduleForm } from '../pages/schedule-form.ts';
import { ScheduledPage } from '../pages/scheduled-page.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const town = shareTown({ signals: ['Piazza', 'Stazione'], lanterns: ['Darsena', 'Belvedere'] });

const dayFromNow = (days: number) => romeWallTime(Date.now() + days * DAY_MS).date;
const asWritten = (day: string) => day.split('-').reverse().join('/');

test('morning: the dashboard counts what is lit, and each panel opens and closes by its button', async ({
  page,
  stage,
}) => {
  await stage.enter(town());
  const dashboard = new DashboardPage(page);
  const form = new ScheduleForm(page);
  await expect(dashboard.light('Piazza', 'Verde acceso, confermato')).toBeVisible();
  await expect(dashboard.count('verde')).toHaveText('2');
  await expect(dashboard.count('rosso')).toHaveText('0');
  await expect(dashboard.overview).toContainText('Connesso');
  await expect(dashboard.overview).toContainText('Non attivo');
  await expect(dashboard.signal('Piazza')).toContainText(
    /Ultimo aggiornamento: \d\d\/\d\d\/\d{4}, \d\d:\d\d:\d\d/,
  );

  town().device('Stazione').show('giallo');
  await expect(dashboard.count('giallo')).toHaveText('1');
  await expect(dashboard.count('verde')).toHaveText('1');

  await dashboard.setButton.click();
  await expect(page.getByText('Il comando raggiungerà 2 semafori')).toBeVisible();
  for (const color of ['Verde', 'Giallo', 'Arancio', 'Rosso']) {
    await expect(page.getByRole('button', { name: color, exact: true })).toBeVisible();
  }
  await dashboard.hideButton.click();
  await expect(page.getByRole('button', { name: 'Rosso', exact: true })).toBeHidden();
  await expect(dashboard.setButton).toBeFocused();

  await form.opener.click();
  await expect(form.color).toHaveValue('verde');
  await expect(form.color.getByRole('option')).toHaveText(['verde', 'giallo', 'arancio', 'rosso']);
  await form.closer.click();
  await expect(form.day).toBeHidden();
  await form.opener.click();
  await form.cancel.click();
  await expect(form.day).toBeHidden();
  await expect(form.opener).toBeFocused();
});

test('noon: Ripristina undoes a rosso to all, and the history shows both commands', async ({
  page,
  stage,
}) => {
  town().device('Stazione').show('giallo');
  await stage.enter(town());
  const dashboard = new DashboardPage(page);
  await expect(dashboard.light('Stazione', 'Giallo acceso, confermato')).toBeVisible();
  await dashboard.lightAll('rosso');
  await expect(dashboard.light('Piazza', 'Rosso acceso, confermato')).toBeVisible();
  await expect(dashboard.light('Stazione', 'Rosso acceso, confermato')).toBeVisible();

  // Also after the page was loaded again.
  await page.reload();
  await expect(dashboard.progress).toContainText('2/2 confermati');
  await page.getByRole('button', { name: /^Ripristina/ }).click();
  await expect(dashboard.light('Piazza', 'Verde acceso, confermato')).toBeVisible();
  await expect(dashboard.light('Stazione', 'Giallo acceso, confermato')).toBeVisible();

  await new ConsoleFrame(page).goTo('Storico Comandi');
  const history = new HistoryPage(page);
  await expect(history.chart.getByRole('heading')).toHaveText('Comandi inviati per colore');
  await expect(history.count('rosso')).toHaveText('2');
  await expect(history.count('verde')).toHaveText('1');
  await expect(history.count('arancio')).toHaveText('0');
  await expect(history.details.getByRole('columnheader')).toHaveText([
    'Data/Ora',
    'Dispositivo',
    'Comando',
    'Mostra',
    'Payloads',
  ]);
  await expect(history.detail('ROSSO')).toHaveCount(2);
  await expect(history.detail('ROSSO').filter({ hasText: 'Piazza' })).toContainText(/out4.*1/);

  await history.group.click();
  await expect(history.groups.getByRole('columnheader')).toHaveText(['Ora', 'Colore', 'Dispositivi']);
  const [sent] = (await town().api('listHistory')).filter(({ color }) => color === 'rosso');
  const together = history.groups.getByRole('row').filter({ hasText: 'ROSSO' });
  await expect(together.first()).toContainText(sent?.created_at.slice(11, 19) ?? 'no command was sent');
  await expect(together).toContainText([/Piazza|Stazione/]);
  await history.showDetails.click();
  await expect(history.details).toBeVisible();
});

test('afternoon: the operator plans two schedules, filters them by day, and deletes one', async ({
  page,
  stage,
}) => {
  await stage.enter(town());
  const form = new ScheduleForm(page);
  const frame = new ConsoleFrame(page);
  const scheduled = new ScheduledPage(page);
  await frame.goTo('Pianificazioni');
  await expect(scheduled.noneActive).toBeVisible();
  await expect(scheduled.noneEnded).toBeVisible();
  await frame.goTo('Dashboard');
  await form.plan({ color: 'arancio', day: dayFromNow(2), time: '06:30' });
  await expect(form.success).toBeVisible();
  await expect(form.day).toBeHidden();
  await form.plan({ color: 'verde', day: dayFromNow(5), time: '21:05' });
  await expect(form.success).toBeVisible();

  await frame.goTo('Pianificazioni');
  await expect(scheduled.active.getByRole('columnheader')).toHaveText([
    'Colore',
    'Data',
    'Ora',
    'Utente',
    'Su Dispositivi',
    'Azione',
  ]);
  const arancio = scheduled.row('ARANCIO');
  await expect(arancio).toContainText(asWritten(dayFromNow(2)));
  await expect(arancio).toContainText('06:30');
  await expect(arancio).toContainText(town().operator.username);
  await expect(arancio).toContainText('Piazza, Stazione');

  await scheduled.from.fill(dayFromNow(5));
  await expect(arancio).toBeVisible();
  await scheduled.to.fill(dayFromNow(5));
  await expect(arancio).toBeHidden();
  await expect(scheduled.row('VERDE')).toBeVisible();
  await scheduled.from.fill(dayFromNow(1));
  await scheduled.to.fill(dayFromNow(1));
  await expect(scheduled.noneActive).toBeVisible();
  await scheduled.reset.click();
  await expect(scheduled.from).toHaveValue('');
  await expect(arancio).toBeVisible();

  await scheduled.delete('ARANCIO');
  await expect(arancio).toBeHidden();
  await expect(scheduled.ended.getByRole('row').filter({ hasText: 'ARANCIO' })).toContainText('Annullata');
  await scheduled.delete('VERDE');
  await expect(scheduled.noneActive).toBeVisible();
});

test('evening: the operator turns a lantern on and off, and changes the password', async ({
  page,
  stage,
}) => {
  await stage.enter(town());
  const frame = new ConsoleFrame(page);
  const lanterns = new LanternPage(page);
  await frame.goTo('Lanterna');
  await expect(lanterns.label('Darsena', 'SPENTO')).toBeVisible();
  await lanterns.toggle('Darsena', 'Imposta acceso').click();
  await expect(lanterns.label('Darsena', 'ACCESO')).toBeVisible();
  await lanterns.toggle('Darsena', 'Imposta spento').click();
  await expect(lanterns.label('Darsena', 'SPENTO')).toBeVisible();

  await frame.goTo('Profilo');
  const profile = new ProfilePanel(page);
  await expect(profile.settingsTab).toBeHidden();
  const { password } = town().operator;
  await profile.update.click();
  await expect(profile.currentPassword).toBeFocused();
  await profile.changePassword('non-è-questa', 'pioggia-sottile-4');
  await expect(
    page.getByRole('alert').getByText('❌ Errore nel cambio password.', { exact: true }),
  ).toBeVisible();
  await profile.changePassword(password, 'pioggia-sottile-4');
  await expect(page.getByText('✅ Password cambiata con successo!')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
  await profile.changePassword('pioggia-sottile-4', password);
  await expect(profile.currentPassword).toHaveValue('');
});
