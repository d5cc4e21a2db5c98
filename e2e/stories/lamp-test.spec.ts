import { expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../harness/page-checks.ts';
import { shareTown, test } from '../harness/story.ts';

const town = shareTown({ signals: ['Argine', 'Ponte'], lanterns: [] });

test('an operator tries the lamps of a signal, sees PROVA meanwhile and what it found', async ({
  page,
  stage,
}) => {
  await stage.enter(town());
  const card = page.getByRole('article', { name: 'Ponte' });
  await page.getByRole('checkbox', { name: 'Seleziona Ponte' }).click();
  await page.getByRole('button', { name: 'Prova lampade' }).click();
  const question = page.getByRole('alertdialog', { name: 'Provare le lampade di «Ponte»?' });
  await expect(question).toContainText('anche il rosso');
  await expectAccessible(page, 'the question before a lamp test');
  await question.getByRole('button', { name: 'Prova lampade' }).click();

  const running = page.getByRole('region', { name: 'Prova lampade in corso' });
  await expect(running).toContainText('Poi torna a ciò che mostrava: verde.');
  await expect(card.getByText('PROVA', { exact: true })).toBeVisible();
  // The test ends by itself: what it shows meanwhile is looked at first, and the slow look for faults comes after.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(running.getByRole('button', { name: 'Ferma la prova' })).toBeInViewport();
  await expectNoSidewaysScroll(page, 'a lamp test on a phone');
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(card.getByRole('img', { name: /PROVA: .*Giallo acceso/i })).toBeVisible();
  await expectAccessible(page, 'a lamp test in course');

  const found = page.getByRole('region', { name: 'Prova lampade finita' });
  await expect(found).toContainText('Tutte le lampade hanno risposto', { timeout: 120_000 });
  await expectAccessible(page, 'a lamp test that has ended');
  await expect(card.getByRole('img', { name: 'Verde acceso, confermato' })).toBeVisible();
  await expect(card.getByText('PROVA', { exact: true })).toBeHidden();
  await page.getByRole('link', { name: 'Storico Comandi' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'PROVA' }).first()).toBeVisible();
});
