import { expect } from '@playwright/test';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { ADMIN } from '@semaforo/testing/credentials';
import { pressByKeyboard, tabTo } from '../harness/keyboard.ts';
import { expectAccessible } from '../harness/page-checks.ts';
import { place } from '../harness/places.ts';
import { shareTown, test } from '../harness/story.ts';
import { ConsoleFrame } from '../pages/console-frame.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';
import { LanternPage } from '../pages/lantern-page.ts';
import { LoginPage } from '../pages/login-page.ts';
import { ManagementPage } from '../pages/management-page.ts';
import { MapPage } from '../pages/map-page.ts';
import { Question } from '../pages/question.ts';
import { ScheduleForm } from '../pages/schedule-form.ts';
import { ScheduledPage } from '../pages/scheduled-page.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const town = shareTown({ signals: ['Stazione'], lanterns: ['Darsena'] });

test('an operator does a day’s work without a mouse', async ({ page }) => {
  const { origin, operator } = town();
  await place(town(), { Stazione: [41.9, 12.5] });
  const frame = new ConsoleFrame(page);
  const dashboard = new DashboardPage(page);

  await test.step('log in', async () => {
    await page.goto(origin);
    await pressByKeyboard(page, page.getByRole('link', { name: 'Vai al Login' }));
    const login = new LoginPage(page, origin);
    await tabTo(page, login.username);
    await page.keyboard.type(operator.username);
    await tabTo(page, login.password);
    await page.keyboard.type(operator.password);
    await page.keyboard.press('Enter');
    await expect(dashboard.light('Stazione', 'Verde acceso, confermato')).toBeVisible();
  });

  await test.step('the first stop leads past the menu', async () => {
    await page.reload();
    await expect(dashboard.light('Stazione', 'Verde acceso, confermato')).toBeVisible();
    await pressByKeyboard(page, page.getByRole('link', { name: 'Vai al contenuto' }));
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('command a color', async () => {
    await pressByKeyboard(page, dashboard.setButton);
    await pressByKeyboard(page, page.getByRole('button', { name: 'Rosso', exact: true }), 'Space');
    await expect(dashboard.light('Stazione', 'Rosso acceso, confermato')).toBeVisible();
  });

  await test.step('plan another', async () => {
    const form = new ScheduleForm(page);
    await pressByKeyboard(page, form.opener);
    await tabTo(page, form.color);
    await page.keyboard.press('a');
    await expect(form.color).toHaveValue('arancio');
    const date = nextTwinDay();
    await tabTo(page, form.day);
    await page.keyboard.type(date.split('-').reverse().join(''));
    await expect(form.day).toHaveValue(date);
    await tabTo(page, form.time);
    // The last letter is for browsers that ask for morning or afternoon.
    await page.keyboard.type('0630a');
    await expect(form.time).toHaveValue('06:30');
    await page.keyboard.press('Enter');
    await expect(form.success).toBeVisible();
    await expect(form.opener).toBeFocused();
  });

  await test.step('delete it again', async () => {
    await pressByKeyboard(page, frame.entry('Pianificazioni'));
    await expect(frame.title('Pianificazioni Attive')).toBeFocused();
    const scheduled = new ScheduledPage(page);
    await pressByKeyboard(page, scheduled.row('ARANCIO').getByRole('button', { name: 'Elimina' }));
    const question = new Question(page, 'Confermi eliminazione pianificazione?');
    await pressByKeyboard(page, question.accept);
    await expect(scheduled.noneActive).toBeVisible();
  });

  await test.step('toggle a lantern', async () => {
    await pressByKeyboard(page, frame.entry('Lanterna'));
    await expect(frame.title('Lanterna')).toBeFocused();
    const lanterns = new LanternPage(page);
    await pressByKeyboard(page, lanterns.toggle('Darsena', 'Imposta acceso'), 'Space');
    await expect(lanterns.label('Darsena', 'ACCESO')).toBeVisible();
  });

  await test.step('read the map, and save its centre', async () => {
    await pressByKeyboard(page, frame.entry('Mappa'));
    const map = new MapPage(page);
    await pressByKeyboard(page, map.mark(/^Stazione/));
    await expect(map.popup('Stazione')).toContainText('Stato: rosso');
    await page.keyboard.press('Escape');
    await expect(map.mark(/^Stazione/)).toBeFocused();
    await pressByKeyboard(page, map.saveCentre);
    await expect(map.saved).toBeVisible();
  });

  await test.step('open and leave the menu over the map, and log out', async () => {
    await pressByKeyboard(page, frame.menuButton);
    await expect(frame.menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(frame.menu).toBeHidden();
    await expect(frame.menuButton).toBeFocused();
    await page.keyboard.press('Enter');
    await pressByKeyboard(page, frame.entry('Logout'));
    await expect(page).toHaveURL(`${origin}/login`);
  });
});

test('an admin creates and deletes a user and a device without a mouse', async ({ page, stage }) => {
  await stage.enter(town(), ADMIN);
  // Once the screen is there the focus goes to its title: a Tab that was pressed before begins there again.
  await expect(new ConsoleFrame(page).title('Dashboard Semafori')).toBeFocused();
  await pressByKeyboard(page, new ConsoleFrame(page).entry('Gestisci'));
  const management = new ManagementPage(page);

  await test.step('the tabs are walked by arrows', async () => {
    await tabTo(page, management.usersTab);
    await page.keyboard.press('ArrowRight');
    await expect(management.brokerTab).toBeFocused();
    await expect(page.getByText('Stato connessione:')).toBeVisible();
    await page.keyboard.press('End');
    await expect(management.profileTab).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Home');
    await expect(management.usersTab).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('a user is created and selected', async () => {
    await tabTo(page, management.newUser.username);
    await page.keyboard.type('zonasud');
    await tabTo(page, management.newUser.password);
    await page.keyboard.type('mulino-sul-guado-1');
    await page.keyboard.press('Enter');
    await expect(management.notice('Utente creato con successo')).toBeVisible();
    await pressByKeyboard(page, management.pick('zonasud'));
    await expect(management.pick('zonasud')).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('a device is created, changed and deleted', async () => {
    await tabTo(page, management.newDevice.topic);
    await page.keyboard.type('/3/zonasud/s1');
    await page.keyboard.press('Enter');
    const row = management.devicesOf('zonasud').getByRole('row').last();
    await expect(row).toContainText('/3/zonasud/s1');
    await pressByKeyboard(page, row.getByRole('button', { name: 'Modifica' }));
    await expect(row.getByLabel('Nome')).toBeFocused();
    await page.keyboard.type('Argine');
    await pressByKeyboard(page, row.getByRole('button', { name: 'Fine' }));
    await expect(row).toContainText('Argine');
    await pressByKeyboard(page, row.getByRole('button', { name: 'X', exact: true }));
    const question = new Question(page, 'Confermi eliminazione dispositivo?');
    await pressByKeyboard(page, question.accept);
    await expect(page.getByText('Nessun dispositivo.')).toBeVisible();
  });

  await test.step('the user is deleted, and the focus stays in the table', async () => {
    await pressByKeyboard(page, management.act('zonasud', 'Elimina'));
    const question = new Question(page, 'Confermi eliminazione utente?');
    await expect(question.dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(management.act('zonasud', 'Elimina')).toBeFocused();
    await page.keyboard.press('Enter');
    await pressByKeyboard(page, question.accept);
    await expect(management.pick('zonasud')).toBeHidden();
    await expect(management.pick(town().operator.username)).toBeFocused();
  });
});

/**
 * The next date whose day and month are the same number. It is typed in the same way whether the browser asks for the
 * day or the month first.
 */
function nextTwinDay(): string {
  for (let days = 1; days <= 366; days += 1) {
    const { date } = romeWallTime(Date.now() + days * DAY_MS);
    const [, month, day] = date.split('-');
    if (month === day) return date;
  }
  throw new Error('no such day within a year');
}

test('help says what lamps mean, and opens the guide, which is a page of the console itself', async ({
  page,
  context,
  stage,
}) => {
  const town = await stage.town({ signals: ['Stazione'], settings: { SUPPORT_CONTACT: 'Ufficio tecnico' } });
  await stage.enter(town);
  await expect(new DashboardPage(page).light('Stazione', 'Verde acceso, confermato')).toBeVisible();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Aiuto' });
  await expect(help).toContainText('Ufficio tecnico');
  await expectAccessible(page, 'help');
  const opened = context.waitForEvent('page');
  await help.getByRole('link', { name: 'Guida dell’operatore' }).click();
  const guide = await opened;
  await expect(guide.getByRole('heading', { level: 1 })).toHaveText(/^Guida/);
  await expectAccessible(guide, 'guide');
  const broken = await guide.evaluate(async () => {
    const links = [...document.querySelectorAll('a[href], img[src]')].map(
      (one) => one.getAttribute('href') ?? one.getAttribute('src') ?? '',
    );
    const files = [...new Set(links.filter((link) => !link.startsWith('#') && !link.startsWith('http')))];
    const answers = await Promise.all(files.map(async (file) => [file, (await fetch(file)).ok] as const));
    const anchors = links.filter((link) => link.startsWith('#') && !document.getElementById(link.slice(1)));
    return [...answers.flatMap(([file, ok]) => (ok ? [] : [file])), ...anchors];
  });
  expect(broken).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Segnale, lanterna o pagina' })).toBeFocused();
  await page.keyboard.type('staz');
  await expect(page.getByRole('option', { name: 'Stazione' })).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page, 'search');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Stazione' })).toBeVisible();
});
