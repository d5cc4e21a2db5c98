import { expect } from '@playwright/test';
import { test } from '../harness/story.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';
import { LoginPage } from '../pages/login-page.ts';

test('whoever is not logged in is sent to the login from every screen', async ({ page, stage }) => {
  const { origin } = await stage.town({});
  const login = new LoginPage(page, origin);
  for (const path of [
    'dashboard',
    'lanterna',
    'map',
    'history',
    'scheduled',
    'user',
    'devices',
    'gestisci',
  ]) {
    await page.goto(`${origin}/${path}`);
    await expect(page).toHaveURL(`${origin}/login`);
    await expect(login.heading).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Menu principale' })).toBeHidden();
  }
});

test('a wrong password is answered with a red alert and opens nothing', async ({ page, stage }) => {
  const { origin, operator } = await stage.town({});
  const login = new LoginPage(page, origin);
  await login.open();
  await login.logIn({ username: operator.username, password: 'non-è-questa' });
  await expect(login.error).toHaveText(/\S/);
  await expect(page).toHaveURL(`${origin}/login`);
  await page.goto(`${origin}/dashboard`);
  await expect(page).toHaveURL(`${origin}/login`);
});

test('an operator comes from the home page, finds no admin screens, and logs out', async ({
  page,
  stage,
}) => {
  const { origin, operator } = await stage.town({ signals: ['Stazione'] });
  await page.goto(origin);
  await page.getByRole('link', { name: 'Vai al Login' }).click();
  await new LoginPage(page, origin).logIn(operator);
  const dashboard = new DashboardPage(page);
  await expect(dashboard.heading).toBeVisible();

  const menu = page.getByRole('navigation', { name: 'Menu principale' });
  await expect(menu.getByText('Storico Comandi')).toBeVisible();
  await expect(menu.getByText('Gestisci')).toBeHidden();
  await expect(menu.getByText('Dispositivi')).toBeHidden();
  for (const path of ['devices', 'gestisci']) {
    await page.goto(`${origin}/${path}`);
    await expect(page).toHaveURL(`${origin}/dashboard`);
  }

  await menu.getByText('Logout').click();
  await expect(page).toHaveURL(`${origin}/login`);
  await page.goto(`${origin}/dashboard`);
  await expect(page).toHaveURL(`${origin}/login`);
});
