import { expect } from '@playwright/test';
import { ADMIN } from '@semaforo/testing/credentials';
import { expectAccessible, expectNoSidewaysScroll } from '../harness/page-checks.ts';
import { shareTown, test } from '../harness/story.ts';
import { ConsoleFrame } from '../pages/console-frame.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';

const town = shareTown({ signals: ['Argine', 'Ponte', 'Sottopasso'], lanterns: [] });

test('an operator lights the signals of a group alone, and plans for it', async ({ page, stage }) => {
  await stage.enter(town());
  const dashboard = new DashboardPage(page);
  const box = (name: string) => page.getByRole('checkbox', { name: `Seleziona ${name}` });
  await test.step('ticked signals become a group', async () => {
    await box('Sottopasso').click();
    await expect(box('Sottopasso')).toBeChecked();
    await box('Ponte').focus();
    await page.keyboard.press('x');
    await expect(page.getByText('2 di 3 selezionati')).toBeVisible();
    await expectAccessible(page, 'two signals ticked');
    await dashboard.setButton.click();
    await page.getByRole('button', { name: 'Nuovo gruppo…' }).click();
    await page.getByLabel('Nome del gruppo').fill('Sottopassi');
    await expectAccessible(page, 'a new group');
    await page.getByRole('button', { name: 'Salva' }).click();
    await dashboard.openColors();
    await expect(page.getByRole('button', { name: 'Sottopassi 2' })).toHaveAttribute('aria-pressed', 'true');
  });
  await test.step('its command reaches them alone', async () => {
    await expect(page.getByText('Il comando raggiungerà 2 semafori: Ponte, Sottopasso')).toBeVisible();
    await dashboard.lightAll('rosso');
    await expect(dashboard.light('Ponte', 'Rosso acceso, confermato')).toBeVisible();
    await expect(dashboard.progress).toContainText('2/2 confermati');
    await expect(dashboard.progress).toContainText('al gruppo «Sottopassi»');
    await expect(dashboard.light('Argine', 'Verde acceso, confermato')).toBeVisible();
  });
  await test.step('without a signal the colors are off', async () => {
    await page.getByRole('button', { name: 'Scegli…' }).click();
    await expect(page.getByRole('button', { name: 'Rosso', exact: true })).toBeDisabled();
    await expect(page.getByText('Nessun semaforo scelto')).toBeVisible();
    await expectAccessible(page, 'no signal chosen');
  });
  await test.step('the groups are managed in a dialog', async () => {
    await dashboard.openColors();
    await page.getByRole('button', { name: 'Gestisci i gruppi' }).click();
    await expect(page.getByText('2 semafori', { exact: true })).toBeVisible();
    await expectAccessible(page, 'the groups');
    await page.getByRole('button', { name: 'Chiudi', exact: true }).click();
  });
});

test('an admin is asked before two Comuni are lit', async ({ page, stage }) => {
  const { adminApi: admin } = town();
  const { id: userId } = await admin('createUser', {
    body: { username: 'torrealta', password: 'una-password-di-prova-9' },
  });
  await admin('createDevice', {
    body: { topic: '/3/torrealta/s1', type: 'semaforo', name: 'Guado', userId },
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await stage.enter(town(), ADMIN);
  await new ConsoleFrame(page).goTo('Dashboard');
  const dashboard = new DashboardPage(page);
  await expect(dashboard.signal('Guado')).toContainText('torrealta');
  await dashboard.lightAll('giallo');
  const question = page.getByRole('alertdialog', { name: 'Accendere GIALLO in 2 Comuni?' });
  await expect(question.getByRole('button', { name: 'Annulla' })).toBeFocused();
  await expectAccessible(page, 'the question of two Comuni');
  await question.getByRole('button', { name: 'Annulla' }).click();
  await page.getByRole('combobox', { name: 'Comune' }).selectOption('torrealta');
  await expect(dashboard.signal('Ponte')).toBeHidden();
  await dashboard.openColors();
  await expect(page.getByText('Il comando raggiungerà 1 semaforo: Guado')).toBeVisible();
  await expectNoSidewaysScroll(page, 'one Comune on a phone');
});
