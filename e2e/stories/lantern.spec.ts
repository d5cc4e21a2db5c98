import { expect } from '@playwright/test';
import { writesFor } from '@semaforo/contract/domain/channels';
import { test } from '../harness/story.ts';
import { LanternPage } from '../pages/lantern-page.ts';

test('an operator lights a lantern, and it is shown lit only when it says so', async ({ page, stage }) => {
  const town = await stage.town({
    lanterns: ['Argine destro', 'Passerella'],
    settings: { COMMAND_CONFIRM_MS: '60000' },
  });
  const device = town.device('Passerella');
  device.behave({ kind: 'held' });
  await stage.enter(town);
  const lanterns = new LanternPage(page);
  await lanterns.open();
  await expect(lanterns.label('Passerella', 'SPENTO')).toBeVisible();

  await lanterns.toggle('Passerella', 'Imposta acceso').click();
  await expect(lanterns.lantern('Passerella').getByText('In attesa')).toBeVisible();
  await expect(lanterns.label('Passerella', 'SPENTO')).toBeVisible();

  device.release();
  await expect(lanterns.label('Passerella', 'ACCESO')).toBeVisible();
  await expect(lanterns.toggle('Passerella', 'Imposta spento')).toBeVisible();
  await expect(lanterns.label('Argine destro', 'SPENTO')).toBeVisible();

  // The command above must not have reached this lantern: else its list would begin with it.
  await lanterns.toggle('Argine destro', 'Imposta acceso').click();
  await expect(lanterns.label('Argine destro', 'ACCESO')).toBeVisible();
  const { key, type, commands } = town.device('Argine destro');
  expect(commands).toEqual(writesFor(type, key, 'acceso'));
});

test('a lantern that obeys late is shown lit, and its failure disappears', async ({ page, stage }) => {
  const town = await stage.town({ lanterns: ['Passerella'], settings: { COMMAND_CONFIRM_MS: '500' } });
  const device = town.device('Passerella');
  device.behave({ kind: 'held' });
  await stage.enter(town);
  const lanterns = new LanternPage(page);
  await lanterns.open();
  await lanterns.toggle('Passerella', 'Imposta acceso').click();
  const card = lanterns.lantern('Passerella');
  await expect(card.getByRole('alert')).toContainText('Comando non confermato');
  await expect(card.getByText('ERRORE', { exact: true })).toBeVisible();
  await expect(lanterns.label('Passerella', 'SPENTO')).toBeVisible();
  await expect(card.getByText('Diverso', { exact: true })).toBeVisible();
  await expect(lanterns.toggle('Passerella', 'Imposta acceso')).toBeVisible();

  device.release();
  await expect(lanterns.label('Passerella', 'ACCESO')).toBeVisible();
  await expect(card.getByRole('alert')).toBeHidden();
  await expect(card.getByText('ERRORE', { exact: true })).toBeHidden();
});
