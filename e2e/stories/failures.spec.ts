import { expect, type Page } from '@playwright/test';
import { ADMIN } from '@semaforo/testing/credentials';
import { refuse } from '../harness/refused-calls.ts';
import { sentCalls } from '../harness/sent-calls.ts';
import { shareTown, test } from '../harness/story.ts';
import { BrokerPanel } from '../pages/broker-panel.ts';
import { ConsoleFrame } from '../pages/console-frame.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';
import { LanternPage } from '../pages/lantern-page.ts';
import { ManagementPage } from '../pages/management-page.ts';
import { MapPage } from '../pages/map-page.ts';
import { MetricsPage } from '../pages/metrics-page.ts';
import { ProfilePanel } from '../pages/profile-panel.ts';
import { Question } from '../pages/question.ts';
import { ScheduleForm } from '../pages/schedule-form.ts';
import { ScheduledPage } from '../pages/scheduled-page.ts';

/** A failure for which the server gives no sentence: the page must then show its own. */
const SPEECHLESS = { status: 500 };
const TOMORROW_MS = 24 * 60 * 60 * 1000;

const town = shareTown({ signals: ['Stazione', 'Piazza'], lanterns: ['Darsena'] });

const alert = (page: Page, words: string | RegExp) => page.getByRole('alert').filter({ hasText: words });

test('a schedule that is incomplete, past or refused is not created, and the form says why', async ({
  page,
  stage,
}) => {
  await stage.enter(town());
  const form = new ScheduleForm(page);
  const sent = sentCalls(page, { method: 'POST', path: '/api/schedule' });
  const day = new Date(Date.now() + TOMORROW_MS).toISOString().slice(0, 10);

  await form.plan({ color: 'rosso', day: '', time: '06:30' });
  await expect(form.failure).toBeHidden();
  await form.day.fill('2026-01-01');
  await form.confirm.click();
  await expect(form.failure).toHaveText('La data e ora devono essere nel futuro');
  expect(sent).toEqual([]);
  await form.closer.click();
  await expect(form.day).toBeHidden();

  const acceptAgain = await refuse(page, { method: 'POST', path: '/api/schedule', answer: SPEECHLESS });
  await form.plan({ color: 'rosso', day, time: '06:30' });
  await expect(form.failure).toHaveText('Errore nella pianificazione');
  await form.failure.getByRole('button').click();
  await expect(form.failure).toBeHidden();
  await expect(form.time).toHaveValue('06:30');
  await acceptAgain();
  expect(await town().api('listSchedules')).toEqual([]);
});

test('a failed command shows a failure and lights no lamp, and the next command can be sent', async ({
  page,
  stage,
}) => {
  await stage.enter(town());
  const dashboard = new DashboardPage(page);
  await expect(dashboard.light('Piazza', 'Verde acceso, confermato')).toBeVisible();
  const command = { method: 'POST', path: '/api/devices/command' } as const;
  let acceptAgain = await refuse(page, {
    ...command,
    answer: { status: 503, error: 'Il broker non risponde' },
  });
  await dashboard.lightAll('giallo');
  await expect(alert(page, 'Il broker non risponde')).toBeVisible();
  await acceptAgain();
  acceptAgain = await refuse(page, command);
  await page.getByRole('button', { name: 'Rosso', exact: true }).click();
  await expect(alert(page, 'Il server non ha risposto')).toBeVisible();
  await acceptAgain();
  await expect(dashboard.light('Piazza', 'Verde acceso, confermato')).toBeVisible();

  await page.getByRole('button', { name: 'Verde', exact: true }).click();
  await expect(dashboard.progress).toContainText('2/2 confermati');
  await expect(alert(page, 'Il server non ha risposto')).toBeHidden();
});

test('a failed reading shows an alert instead of data, and a button reads it again', async ({
  page,
  stage,
}) => {
  await stage.enter(town());
  const frame = new ConsoleFrame(page);
  const again = page.getByRole('button', { name: 'Riprova' });
  const readings = [
    {
      entry: 'Dashboard',
      screen: '/dashboard',
      path: '/api/device-status',
      says: 'Lo stato dei semafori non è stato letto.',
      shows: page.getByRole('article', { name: 'Stazione' }),
    },
    {
      entry: 'Lanterna',
      screen: '/lanterna',
      path: '/api/device-status',
      says: 'Lo stato delle lanterne non è stato letto.',
      shows: page.getByRole('article', { name: 'Darsena' }),
    },
    {
      entry: 'Storico Comandi',
      screen: '/history',
      path: '/api/commands/history',
      says: 'Lo storico non si è caricato.',
      shows: page.getByRole('region', { name: 'Comandi inviati per colore' }),
    },
    {
      entry: 'Pianificazioni',
      screen: '/scheduled',
      path: '/api/schedule',
      says: 'Le pianificazioni non si sono caricate.',
      shows: page.getByText('Nessun comando eseguito registrato.'),
    },
  ] as const;
  for (const { entry, screen, path, says, shows } of readings) {
    const answerAgain = await refuse(page, { method: 'GET', path, answer: SPEECHLESS });
    await frame.goTo(entry);
    await expect(page).toHaveURL(new RegExp(`${screen}$`));
    await page.reload();
    await expect(alert(page, says)).toBeVisible();
    await expect(shows).toBeHidden();
    await answerAgain();
    await again.click();
    await expect(shows).toBeVisible();
    await expect(again).toBeHidden();
  }
});

test('broker and bot are shown as not connected when their states cannot be read', async ({
  page,
  stage,
}) => {
  await stage.enter(town());
  const { overview } = new DashboardPage(page);
  await expect(overview).toContainText('Connesso');
  await refuse(page, { method: 'GET', path: '/api/mqtt/status', answer: SPEECHLESS });
  await refuse(page, { method: 'GET', path: '/api/telegram/status' });
  await expect(overview).toContainText('Disconnesso');
  await expect(overview).toContainText('Non attivo');
});

test('each failed action of an operator shows a failure: lantern, schedule, password, centre of the map', async ({
  page,
  stage,
}) => {
  const { api } = town();
  const datetime = new Date(Date.now() + TOMORROW_MS).toISOString();
  await api('createSchedule', { body: { color: 'arancio', datetime, device_type: 'semaforo' } });
  await stage.enter(town());
  const frame = new ConsoleFrame(page);

  await frame.goTo('Lanterna');
  await refuse(page, { method: 'POST', path: /^\/api\/devices\/\d+\/toggle$/, answer: SPEECHLESS });
  const lanterns = new LanternPage(page);
  await lanterns.toggle('Darsena', 'Imposta acceso').click();
  await expect(lanterns.lantern('Darsena').getByRole('alert')).toHaveText(/\S/);
  await expect(lanterns.label('Darsena', 'SPENTO')).toBeVisible();

  await frame.goTo('Pianificazioni');
  await refuse(page, { method: 'DELETE', path: /^\/api\/schedule\/\d+$/, answer: SPEECHLESS });
  const scheduled = new ScheduledPage(page);
  await scheduled.delete('ARANCIO');
  await expect(alert(page, 'Errore cancellazione pianificazione')).toBeVisible();
  await expect(scheduled.row('ARANCIO')).toBeVisible();

  await frame.goTo('Profilo');
  await refuse(page, { method: 'POST', path: '/api/user/change-password', answer: SPEECHLESS });
  await new ProfilePanel(page).changePassword('quella-di-prima', 'quella-di-dopo');
  await expect(alert(page, '❌ Errore nel cambio password.')).toBeVisible();

  await refuse(page, { method: 'PUT', path: '/api/user/settings', answer: SPEECHLESS });
  await frame.goTo('Mappa');
  await new MapPage(page).saveCentre.click();
  await expect(page.getByText('Il nuovo centro non è stato salvato')).toBeVisible();
});

test('each failed action of an admin shows its own sentence', async ({ page, stage }) => {
  const { adminApi, operator } = town();
  const { id: operatorId } = await operatorRecord();
  await adminApi('saveUserSetting', { params: { id: operatorId }, body: { map_nota: 'uno' } });
  await stage.enter(town(), ADMIN);
  await new ConsoleFrame(page).goTo('Gestisci');
  const management = new ManagementPage(page);
  const reports = async (words: string) => {
    await expect(management.notice(words)).toBeVisible();
    await management.notice(words).getByRole('button', { name: 'Chiudi' }).click();
    await expect(management.notice(words)).toBeHidden();
  };
  const refused = (method: 'POST' | 'PUT' | 'DELETE', path: RegExp | string) =>
    refuse(page, { method, path, answer: SPEECHLESS });
  await management.pick(operator.username).click();

  await test.step('each failed creation shows its sentence', async () => {
    await refused('POST', '/api/admin/users');
    await management.newUser.fill({ username: 'mancato', password: 'mulino-sul-guado-9' });
    await management.newUser.create.click();
    await reports('Errore creazione utente');
    await refused('POST', '/api/admin/devices');
    await management.newDevice.topic.fill('/3/valdombra/mancato');
    await management.newDevice.create.click();
    await reports('Errore creazione dispositivo');
  });

  await test.step('each failed change or deletion of a device shows its sentence', async () => {
    await refused('PUT', /^\/api\/admin\/devices\/\d+$/);
    await management.deviceRow('Piazza').getByRole('button', { name: 'Modifica' }).click();
    const edited = page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: 'Fine', exact: true }) });
    await edited.getByLabel('Nome').fill('Piazzale');
    await edited.getByRole('button', { name: 'Fine', exact: true }).click();
    await reports('Errore aggiornamento dispositivo');
    await refused('POST', /^\/api\/admin\/devices\/\d+\/assign$/);
    await management.deviceRow('Piazza').getByRole('combobox').selectOption('admin');
    await page.getByRole('button', { name: /^Passa da .* a admin$/ }).click();
    await reports('Errore assegnazione dispositivo');
    await refused('DELETE', /^\/api\/admin\/devices\/\d+$/);
    await management.deviceRow('Piazza').getByRole('button', { name: 'X', exact: true }).click();
    await new Question(page, 'Confermi eliminazione dispositivo?').accept.click();
    await reports('Errore cancellazione dispositivo');
    await expect(management.deviceRow('Piazza').getByRole('combobox')).toHaveValue(operatorId);
  });

  await test.step('a failed password change or deletion of a user shows its sentence', async () => {
    await refused('PUT', /^\/api\/admin\/users\/\d+\/password$/);
    await management.act(operator.username, 'Cambia Password').click();
    const form = management.passwordForm(operator.username);
    await form.password.fill('lampione-blu-23');
    await form.repeated.fill('lampione-blu-23');
    await form.save.click();
    await reports('Errore aggiornamento password');
    await form.cancel.click();
    await refused('DELETE', /^\/api\/admin\/users\/\d+$/);
    await management.act(operator.username, 'Elimina').click();
    await new Question(page, 'Confermi eliminazione utente?').accept.click();
    await reports('Errore cancellazione utente');
  });

  await test.step('each failed change of the settings of a user shows its sentence', async () => {
    await management.act(operator.username, 'Impostazioni').click();
    const panel = management.settingsOf(operator.username);
    await refused('PUT', /^\/api\/admin\/users\/\d+\/settings$/);
    await panel.getByRole('textbox', { name: 'Chiave' }).fill('map_altra');
    await panel.getByRole('button', { name: 'Aggiungi' }).click();
    await reports('Errore creazione impostazione');
    await refused('PUT', /^\/api\/admin\/users\/\d+\/settings\/map_nota$/);
    await panel.getByLabel('Contenuto di map_nota').fill('due');
    await panel.getByRole('textbox', { name: 'Chiave' }).focus();
    await reports('Errore salvataggio impostazione');
    await refused('DELETE', /^\/api\/admin\/users\/\d+\/settings\/map_nota$/);
    await panel.getByRole('row').getByRole('button', { name: 'X', exact: true }).click();
    await new Question(page, 'Confermi eliminazione impostazione?').accept.click();
    await reports('Errore cancellazione impostazione');
  });

  await test.step('a failed saving of the broker shows its sentence', async () => {
    await management.brokerTab.click();
    await refused('PUT', '/api/mqtt/config');
    await new BrokerPanel(page).save.click();
    await reports('Errore salvataggio configurazione');
  });

  await test.step('a failed saving of the admin’s own settings shows its sentence', async () => {
    await adminApi('saveMySettings', { body: { nota: 'prima' } });
    await management.profileTab.click();
    const profile = new ProfilePanel(page);
    await profile.settingsTab.click();
    await refused('PUT', '/api/user/settings');
    await profile.saveSettings.click();
    await new Question(page, 'Confermi salvataggio impostazioni?').accept.click();
    await expect(alert(page, '❌ Errore aggiornamento impostazioni.')).toBeVisible();
  });
});

test('each screen says what an admin could not read', async ({ page, stage }) => {
  const { origin, operator } = town();
  await stage.enter(town(), ADMIN);
  const refused = (path: string | RegExp) => refuse(page, { method: 'GET', path, answer: SPEECHLESS });

  const answerAgain = await refused('/api/admin/devices');
  await page.goto(`${origin}/devices`);
  await expect(alert(page, 'Errore caricamento dispositivi')).toBeVisible();
  await expect(new MetricsPage(page).banner).toBeHidden();
  await answerAgain();

  await refused(/^\/api\/admin\/users\/\d+\/settings$/);
  await page.goto(`${origin}/gestisci`);
  const management = new ManagementPage(page);
  await management.act(operator.username, 'Impostazioni').click();
  await expect(alert(page, 'Errore caricamento impostazioni')).toBeVisible();

  await refused('/api/admin/users');
  await refused('/api/mqtt/config');
  await page.reload();
  await expect(alert(page, 'Accesso negato o errore nel caricamento.')).toBeVisible();
  await alert(page, 'Accesso negato').getByRole('button', { name: 'Chiudi' }).click();
  await expect(alert(page, 'Accesso negato')).toBeHidden();
  await management.brokerTab.click();
  await expect(alert(page, 'Errore caricamento configurazione')).toBeVisible();
});

test('a screen that cannot be loaded leaves the other screens usable', async ({ page, stage }) => {
  await stage.enter(town());
  const frame = new ConsoleFrame(page);
  await page.route(/\/assets\/history\.screen/, (route) => route.abort());
  await frame.goTo('Storico Comandi');
  await expect(frame.title('Questa pagina non si è aperta')).toBeVisible();
  await frame.goTo('Pianificazioni');
  await expect(frame.title('Pianificazioni Attive')).toBeVisible();
});

async function operatorRecord(): Promise<{ id: string }> {
  const { users } = await town().adminApi('listUsers');
  const record = users.find(({ username }) => username === town().operator.username);
  return { id: String(record?.id) };
}
