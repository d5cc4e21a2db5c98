import { expect } from '@playwright/test';
import { ADMIN } from '@semaforo/testing/credentials';
import { expectAccessible, expectNoSidewaysScroll } from '../harness/page-checks.ts';
import { shareTown, test } from '../harness/story.ts';
import { ConsoleFrame } from '../pages/console-frame.ts';

const town = shareTown({ signals: ['Stazione'] });

const TABLE = `name;topic;type;username
Borgo Alto;/3/comune/b1;semaforo;valdombra
Via Po;/3/comune;semaforo;valdombra
Ponte;/3/comune/p1;semaforo;vladombra
`;

test('an admin tries a table, sees what it would do, imports its good lines, and exports all devices', async ({
  page,
  stage,
}) => {
  await stage.enter(town(), ADMIN);
  await new ConsoleFrame(page).goTo('Dispositivi');
  await page.getByRole('link', { name: 'Importa o esporta' }).click();
  await expect(page.getByRole('heading', { name: 'Importa dispositivi' })).toBeVisible();
  await page
    .getByLabel('File CSV')
    .setInputFiles({ name: 'valdombra.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) });

  const trial = page.getByRole('region', { name: 'Prova a vuoto' });
  await expect(trial).toContainText('Prova a vuoto: nulla è stato salvato.');
  const rows = trial.getByRole('row');
  await expect(rows.nth(1)).toContainText('Il topic deve avere la forma /3/comune/nome');
  await expect(rows.nth(2)).toContainText("L'utente «vladombra» non esiste");
  await expect(rows.nth(3)).toContainText('Borgo Alto');
  await expectAccessible(page, 'dry run');
  await trial.getByRole('button', { name: 'Errori 2' }).click();
  await expect(rows).toHaveCount(3);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, 'dry run on a phone');
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.getByRole('button', { name: 'Importa la riga buona' }).click();
  await expect(page.getByText('Importati: 1 nuovo')).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Esporta i dispositivi di adesso' }).click();
  expect((await saving).suggestedFilename()).toBe('dispositivi.csv');
  await new ConsoleFrame(page).goTo('Dispositivi');
  await expect(page.getByRole('row').filter({ hasText: '/3/comune/b1' })).toBeVisible();
});
