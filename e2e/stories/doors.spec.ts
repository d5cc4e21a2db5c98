import { expect } from '@playwright/test';
import { ADMIN } from '@semaforo/testing/credentials';
import { demote } from '../harness/demote.ts';
import { refuse } from '../harness/refused-calls.ts';
import { sentCalls } from '../harness/sent-calls.ts';
import { shareTown, test } from '../harness/story.ts';
import { ConsoleFrame } from '../pages/console-frame.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';
import { LoginPage } from '../pages/login-page.ts';
import { ProfilePanel } from '../pages/profile-panel.ts';

const OPERATOR_SCREENS = ['dashboard', 'lanterna', 'map', 'allerte', 'history', 'scheduled', 'user'];
const ADMIN_SCREENS = ['devices', 'gestisci', 'gestisci/mqtt', 'registro'];

const town = shareTown({ signals: ['Stazione'], lanterns: ['Darsena'] });

test('a visitor who is not logged in is led to the login from every screen', async ({ page }) => {
  const { origin } = town();
  const login = new LoginPage(page, origin);
  for (const path of [...OPERATOR_SCREENS, ...ADMIN_SCREENS]) {
    await page.goto(`${origin}/${path}`);
    await expect(page).toHaveURL(`${origin}/login`);
    await expect(login.heading).toBeVisible();
    await expect(new ConsoleFrame(page).navbar).toBeHidden();
  }
});

test('a login needs both fields, and a wrong password shows a red alert and opens no screen', async ({
  page,
}) => {
  const { origin, operator } = town();
  const login = new LoginPage(page, origin);
  await login.open();
  const calls = sentCalls(page, { method: 'POST', path: '/api/login' });
  await login.logIn({ username: operator.username, password: '' });
  await expect(login.password).toBeFocused();
  await login.logIn({ username: '', password: operator.password });
  await expect(login.username).toBeFocused();
  expect(calls).toEqual([]);

  await login.logIn({ username: operator.username, password: 'non-è-questa' });
  await expect(login.error).toHaveText(/\S/);
  await login.error.getByRole('button', { name: 'Chiudi' }).click();
  await expect(login.error).toBeHidden();
  await expect(page).toHaveURL(`${origin}/login`);
  await page.goto(`${origin}/dashboard`);
  await expect(page).toHaveURL(`${origin}/login`);
});

test('a failed login shows the sentence of the server, else of the network, else its own', async ({
  page,
}) => {
  const { origin, operator } = town();
  const login = new LoginPage(page, origin);
  const logIn = { method: 'POST', path: '/api/login' } as const;
  await login.open();
  const answers = [
    { answer: { status: 503, error: 'Torna fra un minuto' }, says: 'Torna fra un minuto' },
    { answer: { status: 500 }, says: 'Errore di autenticazione' },
    { says: 'Server non raggiungibile' },
  ];
  for (const { answer, says } of answers) {
    const answerAgain = await refuse(page, { ...logIn, ...(answer && { answer }) });
    await login.logIn(operator);
    await expect(login.error).toHaveText(says);
    await answerAgain();
  }
  await login.logIn(operator);
  await expect(page).toHaveURL(`${origin}/dashboard`);
});

test('an operator comes from the home page, finds no admin screens, and logs out', async ({ page }) => {
  const { origin, operator } = town();
  const frame = new ConsoleFrame(page);
  await page.goto(origin);
  await expect(frame.navbar).toBeHidden();
  await expect(page.getByRole('contentinfo')).toContainText('2024');
  await page.getByRole('link', { name: 'Vai al Login' }).click();
  await new LoginPage(page, origin).logIn(operator);
  await expect(new DashboardPage(page).heading).toBeVisible();
  await expect(frame.navbar).toContainText('MQTT Dashboard');

  await expect(frame.entry('Storico Comandi')).toBeVisible();
  await expect(frame.entry('Gestisci')).toBeHidden();
  await expect(frame.entry('Dispositivi')).toBeHidden();
  for (const path of ADMIN_SCREENS) {
    await page.goto(`${origin}/${path}`);
    await expect(page).toHaveURL(`${origin}/dashboard`);
  }
  await page.goto(origin);
  await expect(page.getByRole('link', { name: 'Vai al Login' })).toBeVisible();
  await expect(frame.navbar).toBeHidden();

  await page.goto(`${origin}/history`);
  await frame.goTo('Logout');
  await expect(page).toHaveURL(`${origin}/login`);
  await expect(frame.navbar).toBeHidden();
  expect(await page.evaluate(() => Object.values(localStorage).join())).not.toContain('eyJ');
  await page.goto(`${origin}/dashboard`);
  await expect(page).toHaveURL(`${origin}/login`);
});

test('an admin goes to every screen by the menu, and each shows its own title', async ({ page, stage }) => {
  await stage.enter(town(), ADMIN);
  const frame = new ConsoleFrame(page);
  const titles = [
    ['Lanterna', 'Lanterna'],
    ['Mappa', 'Mappa'],
    ['Allerte', 'Allerte'],
    ['Storico Comandi', 'Storico Comandi'],
    ['Pianificazioni', 'Pianificazioni Attive'],
    ['Profilo', 'Pannello Utente'],
    ['Dispositivi', 'Dispositivi'],
    ['Collegamenti', 'Collegamenti'],
    ['Gestisci', 'Gestione'],
    ['Stato del sistema', 'Stato del sistema'],
    ['Registro', 'Registro'],
    ['Dashboard', 'Dashboard Semafori'],
  ] as const;
  const group = frame.menu.getByRole('group', { name: 'Amministrazione' });
  await expect(group.getByRole('link')).toHaveText([
    'Gestisci',
    'Dispositivi',
    'Collegamenti',
    'Stato del sistema',
    'Registro',
  ]);
  const foot = frame.menu.getByRole('link').filter({ hasText: /^(Profilo|Logout)$/ });
  await expect(foot.last()).toBeInViewport({ ratio: 1 });
  for (const [entry, title] of titles) {
    await frame.goTo(entry);
    await expect(frame.title(title)).toBeFocused();
    await expect(page).toHaveTitle(new RegExp(title));
  }
});

test('an admin screen stays hidden until the server says that the user is an admin; a failure counts as no', async ({
  page,
  stage,
}) => {
  const { origin } = town();
  await stage.enter(town(), ADMIN);
  const frame = new ConsoleFrame(page);
  for (const path of ADMIN_SCREENS) {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/user/me', async (route) => {
      await answered;
      await route.continue();
    });
    const requested = page.waitForRequest('**/api/user/me');
    await page.goto(`${origin}/${path}`);
    await requested;
    await expect(frame.navbar).toBeVisible();
    await expect(page.getByRole('main')).toHaveText('');
    answer();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Dispositivi|Gestione|Registro/);
    await page.unroute('**/api/user/me');
  }

  await refuse(page, { method: 'GET', path: '/api/user/me', answer: { status: 500, error: 'Guasto' } });
  for (const path of ADMIN_SCREENS) {
    await page.goto(`${origin}/${path}`);
    await expect(page).toHaveURL(`${origin}/dashboard`);
    await expect(frame.entry('Gestisci')).toBeHidden();
  }
});

test('an admin who becomes an operator is moved out of the admin screens', async ({ page, stage }) => {
  const { origin, adminApi, dataDir } = town();
  const deputy = { username: 'vicesindaca', password: 'ombrello-giallo-12' };
  await adminApi('createUser', { body: { ...deputy, role: 'admin' } });
  await stage.enter(town(), deputy);
  const frame = new ConsoleFrame(page);
  await frame.goTo('Gestisci');
  await expect(frame.title('Gestione')).toBeVisible();

  await demote(dataDir, deputy.username);

  await expect(page).toHaveURL(/\/(dashboard|login)$/);
  await expect(frame.entry('Gestisci')).toBeHidden();
  await page.goto(`${origin}/gestisci`);
  await expect(page).toHaveURL(/\/(dashboard|login)$/);
});

test('a user who is deleted, or whose password is reset, is led to the login from any screen', async ({
  page,
  stage,
}) => {
  const { origin, adminApi } = town();
  const guest = { username: 'supplente', password: 'nebbia-fitta-88' };
  const { id } = await adminApi('createUser', { body: guest });
  await stage.enter(town(), guest);
  await new ConsoleFrame(page).goTo('Pianificazioni');
  await adminApi('resetPassword', { params: { id: String(id) }, body: { password: 'nebbia-fitta-89' } });
  await expect(page).toHaveURL(`${origin}/login`);

  await stage.enter(town(), { ...guest, password: 'nebbia-fitta-89' });
  await new ConsoleFrame(page).goTo('Lanterna');
  await adminApi('deleteUser', { params: { id: String(id) } });
  await expect(page).toHaveURL(`${origin}/login`);
});

test('a refused session leads to the login from every screen', async ({ page, stage }) => {
  const { origin } = town();
  const readings: Record<string, string> = {
    dashboard: '/api/device-status',
    lanterna: '/api/device-status',
    map: '/api/user/settings',
    history: '/api/commands/history',
    scheduled: '/api/schedule',
    user: '/api/user/settings',
    devices: '/api/admin/devices',
    gestisci: '/api/admin/users',
    'gestisci/mqtt': '/api/mqtt/config',
  };
  await stage.enter(town(), ADMIN);
  const session = await page.evaluate(() => ({ ...localStorage }));
  for (const [screen, path] of Object.entries(readings)) {
    const answerAgain = await refuse(page, {
      method: 'GET',
      path,
      answer: { status: 401, error: 'La sessione è scaduta' },
    });
    await page.evaluate((stored) => Object.assign(localStorage, stored), session);
    await page.goto(`${origin}/${screen}`);
    await expect(page, screen).toHaveURL(`${origin}/login`);
    await answerAgain();
  }
});

test('a password change keeps the session of this browser, and a log-out ends it in every tab', async ({
  page,
  context,
  stage,
}) => {
  const { origin, adminApi } = town();
  const guest = { username: 'reperibile', password: 'pioggia-sottile-31' };
  await adminApi('createUser', { body: guest });
  await stage.enter(town(), guest);
  const frame = new ConsoleFrame(page);
  await frame.goTo('Profilo');
  await new ProfilePanel(page).changePassword(guest.password, 'pioggia-sottile-32');
  await expect(page.getByText('✅ Password cambiata con successo!')).toBeVisible();
  await frame.goTo('Dashboard');
  await expect(new DashboardPage(page).heading).toBeVisible();

  const secondTab = await context.newPage();
  await secondTab.goto(`${origin}/history`);
  await frame.goTo('Logout');
  await expect(secondTab).toHaveURL(`${origin}/login`);
});

test('an unknown address shows a page that says so, and the menu leads back', async ({ page, stage }) => {
  await stage.enter(town());
  await page.goto(`${town().origin}/non-esiste`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\S/);
  await new ConsoleFrame(page).goTo('Dashboard');
  await expect(new DashboardPage(page).heading).toBeVisible();
});
