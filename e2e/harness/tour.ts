import { expect, type Page } from '@playwright/test';
import { REASSERT_SETTING } from '@semaforo/contract/domain/device/reassertion';
import { ConsoleFrame } from '../pages/console-frame.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';
import { DevicePage } from '../pages/device-page.ts';
import { HistoryPage } from '../pages/history-page.ts';
import { LanternPage } from '../pages/lantern-page.ts';
import { ManagementPage } from '../pages/management-page.ts';
import { MapPage } from '../pages/map-page.ts';
import { MetricsPage } from '../pages/metrics-page.ts';
import { ProfilePanel } from '../pages/profile-panel.ts';
import { Question } from '../pages/question.ts';
import { ScheduleForm } from '../pages/schedule-form.ts';
import { ScheduledPage } from '../pages/scheduled-page.ts';
import { place } from './places.ts';
import { type Look, tourWhatComes } from './tour-of-what-comes.ts';
import type { Town } from './town.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * What the tour looks at: a user with a setting `nota`, a signal and a lantern of that user (the signal has a place),
 * a schedule, a recurring plan, an alert to come, and the admin's own setting `nota`.
 */
export type Sights = { username: string; signal: string; lantern: string };

/**
 * Takes a logged-in admin through every screen and through the states that a click opens. It changes nothing, except
 * that it sends one command to all signals.
 */
export async function tour(page: Page, sights: Sights, look: Look): Promise<void> {
  await tourDashboard(page, sights, look);
  await tourLists(page, sights, look);
  await tourWhatComes(page, look);
  await tourMap(page, sights, look);
  await tourManagement(page, sights, look);
}

async function tourDashboard(page: Page, { signal, lantern }: Sights, look: Look) {
  const frame = new ConsoleFrame(page);
  const dashboard = new DashboardPage(page);
  const form = new ScheduleForm(page);
  await frame.goTo('Dashboard');
  await expect(dashboard.signal(signal)).toBeVisible();
  await look('dashboard');
  await dashboard.lightAll('giallo');
  await expect(page.getByRole('button', { name: /^Ripristina/ })).toBeVisible();
  await expect(dashboard.progress).toHaveAccessibleName('Ultimo comando');
  await look('dashboard after a command, with the colors open');
  await form.plan({ color: 'rosso', day: '2026-01-01', time: '06:30' });
  await expect(form.failure).toBeVisible();
  await look('dashboard with the form refused');
  await frame.goTo('Lanterna');
  await expect(new LanternPage(page).lantern(lantern)).toBeVisible();
  await look('lanterns');
}

async function tourLists(page: Page, { signal }: Sights, look: Look) {
  const frame = new ConsoleFrame(page);
  const history = new HistoryPage(page);
  await frame.goTo('Storico Comandi');
  await expect(history.detail(signal).first()).toBeVisible();
  await look('history');
  await history.group.click();
  await expect(history.groups).toContainText(signal);
  await look('history, grouped');
  await page.getByRole('link', { name: 'Foglio del giorno' }).click();
  await expect(page.getByRole('table', { name: /^Fatti di / })).toBeVisible();
  await look('sheet of the day');
  await frame.goTo('Pianificazioni');
  await expect(new ScheduledPage(page).active).toContainText(signal);
  await look('schedules');
  await frame.goTo('Allerte');
  await expect(page.getByText(/Nessun bollettino parla/).first()).toBeVisible();
  await look('alerts without a bulletin');
  await frame.goTo('Profilo');
  const profile = new ProfilePanel(page);
  await look('password');
  await profile.settingsTab.click();
  await expect(profile.setting('nota')).toBeVisible();
  await look('own settings');
  await profile.saveSettings.click();
  const question = new Question(page, 'Confermi salvataggio impostazioni?');
  await expect(question.dialog).toBeVisible();
  await look('own settings, asked');
  await question.decline.click();
  await frame.goTo('Dispositivi');
  await expect(new MetricsPage(page).table).toContainText(signal);
  await look('metrics');
  await frame.goTo('Registro');
  const audit = page.getByRole('table', { name: 'Registro delle azioni' });
  await expect(audit).toContainText('Comando');
  await audit.getByText('Dettagli').first().click();
  await look('audit, with the details of a row');
}

async function tourMap(page: Page, { signal }: Sights, look: Look) {
  const frame = new ConsoleFrame(page);
  const map = new MapPage(page);
  await frame.goTo('Mappa');
  await expect(map.mark(signal)).toBeVisible();
  await look('map');
  await map.mark(signal).press('Enter');
  await expect(map.popup(signal)).toContainText('Stato: ');
  await look('map with a popup');
}

async function tourManagement(page: Page, { username, signal }: Sights, look: Look) {
  await new ConsoleFrame(page).goTo('Gestisci');
  const management = new ManagementPage(page);
  const question = new Question(page, 'Confermi eliminazione dispositivo?');
  await expect(management.pick(username)).toBeVisible();
  await look('users');
  // Docked, it lies over whatever has not been scrolled into view yet.
  const strips = await page.getByRole('button', { name: 'Chiudi la striscia' }).all();
  // Each is found by its place: the last one first.
  for (const close of strips.reverse()) await close.click();
  await management.pick(username).click();
  await management.act(username, 'Impostazioni').click();
  await expect(management.settingsOf(username).getByLabel('Contenuto di nota')).toBeVisible();
  await management.act(username, 'Cambia Password').click();
  const form = management.passwordForm(username);
  await form.password.fill('una-parola-lunga');
  await form.repeated.fill('un’altra-parola');
  await form.save.click();
  await expect(form.form.getByText('Le password non coincidono')).toBeVisible();
  await look('a user with devices, settings and the password form');
  await management.deviceRow(signal).getByRole('button', { name: 'Modifica' }).click();
  await expect(page.getByRole('button', { name: 'Fine', exact: true })).toBeVisible();
  await look('a device in edit');
  await page.getByRole('button', { name: 'Fine', exact: true }).click();
  await management.deviceRow(signal).getByRole('button', { name: 'X', exact: true }).click();
  await expect(question.dialog).toBeVisible();
  await look('a device’s deletion, asked');
  await question.decline.click();
  await management.deviceRow(signal).getByRole('button', { name: 'Credenziali' }).click();
  await expect(page.getByRole('button', { name: 'Crea le credenziali' })).toBeVisible();
  await look('a device’s credentials');
  await page.getByRole('button', { name: 'Chiudi', exact: true }).click();
  await management.deviceRow(signal).getByRole('link').click();
  await expect(new DevicePage(page).make).toBeVisible();
  await look('a device’s page');
  await new ConsoleFrame(page).goTo('Gestisci');
  await management.brokerTab.click();
  await expect(page.getByText('Stato connessione:')).toBeVisible();
  await expect(page.getByRole('spinbutton', { name: 'Porta' })).toBeVisible();
  await look('broker');
  await page.getByRole('tab', { name: 'Zone' }).click();
  await page.getByLabel('Cerca fra le zone').fill('Veneto');
  await expect(page.getByText('Vene-A1', { exact: true })).toBeVisible();
  await look('zones tab');
  await management.profileTab.click();
  await look('profile tab');
}

/** Makes what the tour looks at, for a town whose signal and lantern of that name exist. */
export async function prepareSights(
  { adminApi, api, operator }: Pick<Town, 'adminApi' | 'api' | 'operator'>,
  { signal }: Pick<Sights, 'signal'>,
): Promise<void> {
  const { users } = await adminApi('listUsers');
  const owner = users.find(({ username }) => username === operator.username);
  await place({ adminApi }, { [signal]: [41.9, 12.5] });
  // A signal that does not answer is left as it is: each new try would put a strip on the page.
  const settings = { nota: 'uno', [REASSERT_SETTING]: 'false' };
  await adminApi('saveUserSetting', { params: { id: String(owner?.id) }, body: settings });
  await adminApi('saveMySettings', { body: { nota: 'due' } });
  const datetime = new Date(Date.now() + DAY_MS).toISOString();
  await api('createSchedule', { body: { color: 'arancio', datetime, device_type: 'semaforo' } });
  const starts_on = datetime.slice(0, 10);
  await api('createPlan', {
    body: { color: 'giallo', repeat: 'giorno', starts_on, begin: '18:30', end: '23:00' },
  });
  const to = new Date(Date.now() + 2 * DAY_MS).toISOString();
  await api('createAlert', { body: { color: 'giallo', from: datetime, to, reason: 'Vento forte' } });
}
