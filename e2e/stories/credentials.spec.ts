import { expect } from '@playwright/test';
import { ADMIN } from '@semaforo/testing/credentials';
import { expectAccessible, expectNoSidewaysScroll } from '../harness/page-checks.ts';
import { shareTown, test } from '../harness/story.ts';
import { ConsoleFrame } from '../pages/console-frame.ts';
import { DevicePage } from '../pages/device-page.ts';
import { ManagementPage } from '../pages/management-page.ts';
import { Question } from '../pages/question.ts';

const town = shareTown({ signals: ['Stazione', 'Piazza'], lanterns: [] });

test('an admin makes the credentials of a device, sees them once, renews and revokes them', async ({
  page,
  context,
  stage,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await stage.enter(town(), ADMIN);
  await new ConsoleFrame(page).goTo('Gestisci');
  const management = new ManagementPage(page);
  await management.pick(town().operator.username).click();
  await management.deviceRow('Piazza').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Piazza' })).toBeVisible();

  const device = new DevicePage(page);
  await expect(device.credentials).toContainText('Nessuna');
  await expect(device.credentials).toContainText('La password si vede una volta sola');
  await expectAccessible(page, 'device without credentials');
  await device.make.click();
  const first = await device.password.innerText();
  await expect(device.made.getByRole('img', { name: /Codice QR/ })).toBeVisible();
  await expectAccessible(page, 'credentials shown once');
  await device.made.getByRole('button', { name: 'Copia le righe' }).click();
  await expect(device.made).toContainText('Righe copiate');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    `const char PASSWORD[] = "${first}";`,
  );
  await page.keyboard.press('Escape');
  await expect(device.password).toBeVisible();
  await device.close.click();
  await expect(device.made).toBeHidden();
  await expect(device.credentials).toContainText(/Utente\s*dispositivo-\d+/);

  await page.reload();
  await expect(device.credentials).toContainText('mai mostrata');
  await expect(page.getByText(first)).toBeHidden();
  const renewal = new Question(page, 'Rinnovare le credenziali?');
  await device.renew.click();
  await expect(renewal.dialog).toContainText('smettono di valere subito');
  await renewal.accept.click();
  expect(await device.password.innerText()).not.toBe(first);
  await device.close.click();

  await device.revoke.click();
  await new Question(page, 'Revocare le credenziali?').accept.click();
  await expect(device.credentials).toContainText('Nessuna');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the credentials of a device fit the window, also in the dark, and open from its row', async ({
    page,
    stage,
  }) => {
    await stage.enter(town(), ADMIN);
    await new ConsoleFrame(page).goTo('Gestisci');
    const management = new ManagementPage(page);
    await management.pick(town().operator.username).click();
    await management.deviceRow('Stazione').getByRole('button', { name: 'Credenziali' }).click();
    await page.getByRole('button', { name: 'Crea le credenziali' }).click();
    const device = new DevicePage(page);
    await expect(device.password).toBeVisible();
    await expectNoSidewaysScroll(page, 'credentials shown once');
    await expectAccessible(page, 'credentials shown once, on a phone');
    await device.close.click();
    await page.getByRole('button', { name: 'Chiudi', exact: true }).click();

    await management.deviceRow('Stazione').getByRole('link').click();
    await expect(device.credentials).toContainText('dispositivo-');
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
    await expectNoSidewaysScroll(page, 'device page');
    await expectAccessible(page, 'device page, dark');
  });
});
