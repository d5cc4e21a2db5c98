import { expect } from '@playwright/test';
import { ADMIN } from '../harness/server-process.ts';
import { test } from '../harness/story.ts';

test('an admin creates an operator and a lantern, moves it to them, and takes both away again', async ({
  page,
  stage,
}) => {
  const town = await stage.town({ signals: ['Piazza'] });
  await stage.enter(town, ADMIN);
  await page.getByRole('link', { name: 'Gestisci' }).click();
  await expect(page.getByRole('heading', { name: 'Gestione', level: 1 })).toBeVisible();

  const newUser = page.getByRole('region', { name: 'Crea Nuovo Utente' });
  await newUser.getByLabel('Username').fill('torrealta');
  await newUser.getByRole('textbox', { name: 'Password' }).fill('parola-di-torrealta-3');
  await newUser.getByRole('button', { name: 'Crea Utente' }).click();
  await expect(page.getByText('Utente creato con successo')).toBeVisible();

  await page.getByRole('button', { name: 'torrealta', exact: true }).click();
  const newDevice = page.getByRole('region', { name: 'Crea Nuovo Dispositivo' });
  await expect(newDevice.getByLabel('Utente')).toHaveValue(/\d+/);
  await newDevice.getByLabel('Nome').fill('Ponte <b>nuovo</b>');
  await newDevice.getByLabel('Topic').fill('/4/torrealta/l1');
  await newDevice.getByLabel('Tipo').selectOption('lanterna');
  await newDevice.getByRole('button', { name: 'Crea Dispositivo' }).click();
  await expect(page.getByText('Dispositivo creato con successo')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Ponte <b>nuovo</b>', exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Dispositivi' }).click();
  await expect(page.getByText('Nessun dispositivo in errore')).toBeVisible();
  await expect(page.getByRole('cell', { name: '/4/torrealta/l1' })).toBeVisible();

  await page.getByRole('link', { name: 'Gestisci' }).click();
  const row = page.getByRole('row', { name: /^torrealta/ });
  await row.getByRole('button', { name: /Elimina/ }).click();
  await expect(page.getByText('Confermi eliminazione utente?')).toBeVisible();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Elimina|Conferma/ })
    .click();
  await expect(page.getByRole('button', { name: 'torrealta', exact: true })).toBeHidden();
});
