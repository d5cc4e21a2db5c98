import { expect } from '@playwright/test';
import { ADMIN } from '@semaforo/testing/credentials';
import { test } from '../harness/story.ts';

test('a question opens with its safe answer focused; Esc or that answer gives the focus back', async ({
  page,
  stage,
}) => {
  const town = await stage.town({ signals: ['Piazza'] });
  await stage.enter({ ...town, operator: ADMIN });
  await page.getByRole('link', { name: 'Gestisci' }).click();
  const remove = page.getByRole('row', { name: /^valdombra/ }).getByRole('button', { name: /Elimina/ });
  const question = page.getByRole('alertdialog', { name: 'Confermi eliminazione utente?' });
  const cancel = question.getByRole('button', { name: 'Annulla' });

  await remove.press('Enter');
  await expect(cancel).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(remove).toBeFocused();

  await remove.press('Enter');
  await cancel.press('Enter');
  await expect(question).toBeHidden();
  await expect(remove).toBeFocused();
});
