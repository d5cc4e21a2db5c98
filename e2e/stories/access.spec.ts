import { expect } from '@playwright/test';
import { createClient, logIn } from '@semaforo/client';
import { codeAt } from '@semaforo/server/users/totp';
import { expectAccessible, expectNoSidewaysScroll } from '../harness/page-checks.ts';
import { shareTown, test } from '../harness/story.ts';
import { ConsoleFrame } from '../pages/console-frame.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';
import { LoginPage } from '../pages/login-page.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

const town = shareTown({ signals: ['Stazione'], lanterns: [] });

test('after a log-out the token of the page is worth nothing, wherever it was copied', async ({
  page,
  stage,
}) => {
  await stage.enter(town());
  const token = await page.evaluate(() => localStorage.getItem('accessToken') ?? '');
  const copy = createClient({ origin: town().origin, token });
  expect(await copy.attempt('getMe')).toMatchObject({ ok: true });
  await new ConsoleFrame(page).goTo('Logout');
  await expect(new LoginPage(page, town().origin).heading).toBeVisible();
  await expect.poll(async () => (await copy.attempt('getMe')).status).toBe(401);
});

test('a user sees the open sessions and ends another one, which is said there', async ({
  page,
  stage,
  browser,
}) => {
  const { origin, operator } = town();
  await stage.enter(town());
  const context = await browser.newContext();
  const elsewhere = await context.newPage();
  const login = new LoginPage(elsewhere, origin);
  await login.open();
  await login.logIn(operator);
  await expect(new DashboardPage(elsewhere).heading).toBeVisible();
  await page.goto(`${origin}/user`);
  await page.getByRole('tab', { name: 'Sessioni e accesso' }).click();
  const sessions = page.getByRole('region', { name: 'Sessioni aperte' });
  await expect(sessions.getByText('Questa', { exact: true })).toHaveCount(1);
  await expectAccessible(page, 'sessions');
  await sessions.getByRole('button', { name: 'Chiudi tutte le altre' }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await expect(elsewhere.getByText('Sessione chiusa', { exact: true })).toBeVisible();
  await expectAccessible(elsewhere, 'ended session');
  await login.logIn(operator);
  await expect(new DashboardPage(elsewhere).heading).toBeVisible();
  await context.close();
});

test('a passkey is added, is wanted beside the password, and opens the console alone', async ({ page }) => {
  const { origin, operator } = town();
  // Browsers make no passkey for an address of numbers.
  const named = origin.replace('127.0.0.1', 'localhost');
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  const login = new LoginPage(page, named);
  await login.open();
  await login.logIn(operator);
  await expect(new DashboardPage(page).heading).toBeVisible();
  await page.goto(`${named}/user`);
  await page.getByRole('tab', { name: 'Sessioni e accesso' }).click();
  const passkeys = page.getByRole('region', { name: 'Passkey' });
  await passkeys.getByLabel('Nome della passkey').fill('Telefono di prova');
  await passkeys.getByRole('button', { name: 'Aggiungi una passkey' }).click();
  await expect(passkeys.getByRole('heading', { name: 'Codici di riserva' })).toBeFocused();
  await passkeys.getByRole('button', { name: 'Li ho conservati' }).click();
  await expect(passkeys.getByRole('listitem')).toContainText('Telefono di prova');
  await expectAccessible(page, 'passkeys');

  await page.getByRole('link', { name: 'Logout' }).click();
  await login.logIn(operator);
  await expect(page.getByRole('heading', { name: 'Secondo passo' })).toBeVisible();
  await expectAccessible(page, 'second step by passkey');
  await page.getByRole('button', { name: 'Usa la passkey' }).click();
  await expect(new DashboardPage(page).heading).toBeVisible();

  await page.getByRole('link', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Entra con una passkey' }).click();
  await expect(new DashboardPage(page).heading).toBeVisible();
  await page.goto(`${named}/user`);
  await page.getByRole('tab', { name: 'Sessioni e accesso' }).click();
  await passkeys.getByRole('button', { name: 'Togli la passkey Telefono di prova' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Togli' }).click();
  await expect(passkeys.getByRole('listitem')).toHaveCount(0);
});

test('a second factor is turned on by its key, and then asked for at the log-in', async ({ page, stage }) => {
  const { origin, operator } = town();
  await page.setViewportSize({ width: 390, height: 844 });
  await stage.enter(town());
  await page.goto(`${origin}/user`);
  await page.getByRole('tab', { name: 'Sessioni e accesso' }).click();
  await page.getByRole('button', { name: 'Attiva il secondo fattore' }).click();
  const key = (await page.locator('form code').innerText()).replaceAll(' ', '');
  await expectAccessible(page, 'second factor to confirm');
  await expectNoSidewaysScroll(page, 'second factor to confirm');
  const first = codeOf(key);
  await page.getByLabel('Codice di 6 cifre').fill(first);
  await page.getByRole('button', { name: 'Conferma' }).click();
  const codes = page.getByRole('listitem').filter({ hasText: /^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/ });
  await expect(codes).toHaveCount(10);
  const recoveryCode = await codes.first().innerText();
  await expectNoSidewaysScroll(page, 'recovery codes');
  await page.evaluate(() => localStorage.clear());

  const login = new LoginPage(page, origin);
  await login.open();
  await login.logIn(operator);
  await expect(page.getByRole('heading', { name: 'Secondo passo' })).toBeVisible();
  await expectAccessible(page, 'second step');
  await page.getByLabel('Codice', { exact: true }).fill(first);
  await page.getByRole('button', { name: 'Accedi' }).click();
  await expect(login.error).toContainText('Codice scaduto: scrivi quello che l’app mostra adesso.');
  // The first code was used up: the next one counts already.
  await page.getByLabel('Codice', { exact: true }).fill(codeOf(key, 1));
  await page.getByRole('button', { name: 'Accedi' }).click();
  await expect(new DashboardPage(page).heading).toBeVisible();

  const client = await logIn({ origin }, { ...operator, code: recoveryCode });
  expect(await client('getSecondFactor')).toMatchObject({ state: 'on', recoveryCodesLeft: 9 });
});

/** What an app shows for that key, so many steps from now. */
function codeOf(key: string, steps = 0): string {
  const bits = Array.from(key, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return codeAt(Buffer.from(bytes), Date.now() + steps * STEP_MS);
}
