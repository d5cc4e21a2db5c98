import { expect } from '@playwright/test';
import { ADMIN } from '@semaforo/testing/credentials';
import { expectAccessible } from '../harness/page-checks.ts';
import { refuse } from '../harness/refused-calls.ts';
import { shareTown, test } from '../harness/story.ts';
import { prepareSights, tour } from '../harness/tour.ts';
import { ConsoleFrame } from '../pages/console-frame.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';

const SIGHTS = { username: 'valdombra', signal: 'Stazione', lantern: 'Darsena' };
/** The page tries again after waits of up to 7.5 s, each try lasting at most 20 s. */
const RECONNECTION_MS = 90_000;
const SPEECHLESS = { status: 500 };

const town = shareTown({
  signals: ['Stazione', 'Palasport'],
  lanterns: ['Darsena'],
});

test.beforeAll(async () => {
  await prepareSights(town(), SIGHTS);
  town().device('Palasport').behave({ kind: 'mute' });
});

test('the public pages have no accessibility fault that axe can find', async ({ page }) => {
  await page.goto(town().origin);
  await expect(page.getByRole('link', { name: 'Vai al Login' })).toBeVisible();
  await expectAccessible(page, 'home');
  await page.goto(`${town().origin}/login`);
  await page.getByLabel('Username').fill('nessuno');
  await page.getByLabel('Password').fill('non-è-questa');
  await page.getByRole('button', { name: 'Accedi' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'login refused');
});

test('no screen has an accessibility fault, whatever is open on it, with a device in error', async ({
  page,
  stage,
}) => {
  await stage.enter(town(), ADMIN);
  await tour(page, SIGHTS, (state) => expectAccessible(page, state));
});

test.describe('in the control room, on a phone', () => {
  // So high that the strip at the lower edge cuts nothing: axe takes what it cuts for a small target.
  test.use({ viewport: { width: 390, height: 5200 } });

  test('no screen has an accessibility fault in the dark theme', async ({ page, stage }) => {
    await stage.enter(town(), ADMIN);
    await page.getByRole('button', { name: 'Tema scuro' }).click();
    await tour(page, SIGHTS, (state) => expectAccessible(page, `${state}, dark`));
    await new ConsoleFrame(page).menuButton.click();
    await expectAccessible(page, 'menu open, dark');
  });
});

test('a screen that is empty, loading or not read has no accessibility fault', async ({ page, stage }) => {
  const { adminApi, origin } = town();
  const newcomer = { username: 'nuovo-comune', password: 'prima-neve-2026' };
  await adminApi('createUser', { body: newcomer });
  await stage.enter(town(), newcomer);
  const empty = {
    dashboard: 'Nessun semaforo assegnato.',
    lanterna: 'Nessuna lanterna assegnata.',
    history: 'Nessun comando registrato.',
    scheduled: 'Nessuna pianificazione attiva trovata.',
  };
  for (const [screen, words] of Object.entries(empty)) {
    await page.goto(`${origin}/${screen}`);
    await expect(page.getByText(words)).toBeVisible();
    await expectAccessible(page, `${screen}, empty`);
  }
  // Lanterns fail and load in the same way as signals, and schedules in the same way as the history.
  for (const path of ['/api/device-status', '/api/commands/history']) {
    await refuse(page, { method: 'GET', path, answer: SPEECHLESS });
  }
  for (const screen of ['dashboard', 'history']) {
    await page.goto(`${origin}/${screen}`);
    await expect(page.getByRole('button', { name: 'Riprova' })).toBeVisible();
    await expectAccessible(page, `${screen}, not read`);
  }
  await page.unrouteAll();
  await page.route(/\/api\/(device-status|commands\/history)/, () => {});
  for (const screen of ['dashboard', 'history']) {
    await page.goto(`${origin}/${screen}`);
    await expect(page.getByText(/^Lettura de/)).toBeAttached();
    await expectAccessible(page, `${screen}, loading`);
  }
});

test('the console says that its live link is cut until it returns, without an accessibility fault', async ({
  page,
  stage,
}) => {
  let cut = false;
  const links = new Set<{ close(): Promise<void> }>();
  await page.routeWebSocket(/\/socket\.io\//, (link) => {
    if (cut) return void link.close();
    links.add(link);
    link.connectToServer();
  });
  await stage.enter(town());
  const dashboard = new DashboardPage(page);
  const frame = new ConsoleFrame(page);
  await expect(dashboard.light('Stazione', /acceso, confermato$/)).toBeVisible();
  await expect(frame.navbar).toContainText('In diretta');

  cut = true;
  for (const link of links) await link.close();
  await expect(frame.cutBanner).toBeVisible();
  await expect(frame.navbar).toContainText('Non in diretta');
  await expect(dashboard.light('Stazione', /^Non aggiornato, ultimo stato noto/)).toBeVisible();
  await expect(dashboard.setButton).toBeDisabled();
  await expect(
    page.getByText(/^Le luci sono le ultime sapute, alle .* tornano quando il collegamento/),
  ).toBeVisible();
  await expectAccessible(page, 'dashboard, cut');
  await frame.goTo('Lanterna');
  await expectAccessible(page, 'lanterns, cut');
  await frame.goTo('Dashboard');

  const statuses = await town().api('listDeviceStatuses');
  const deviceIds = statuses.filter((one) => one.device_name === 'Stazione').map(({ id }) => id);
  await town().api('sendCommand', { body: { command: 'arancio', deviceIds } });
  cut = false;
  await expect(frame.cutBanner).toBeHidden({ timeout: RECONNECTION_MS });
  await expect(dashboard.light('Stazione', 'Arancio acceso, confermato')).toBeVisible();
});
