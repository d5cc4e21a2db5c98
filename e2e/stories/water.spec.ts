import { expect } from '@playwright/test';
import { expectAccessible } from '../harness/page-checks.ts';
import { shareTown, test } from '../harness/story.ts';
import { ConsoleFrame } from '../pages/console-frame.ts';

const town = shareTown({ signals: ['Sottopasso'], gauges: ['Acqua dei Mulini'] });

test('water lights the lamp of its underpass; a person who sees the level puts it out', async ({
  page,
  stage,
}) => {
  await stage.enter(town());
  const frame = new ConsoleFrame(page);
  await frame.goTo('Acqua');
  await page.getByRole('link', { name: 'Acqua dei Mulini' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Acqua dei Mulini' })).toBeVisible();
  await expectAccessible(page, 'a gauge without a rule');

  await page.getByRole('button', { name: 'Scrivi la regola…' }).click();
  await page.getByRole('combobox', { name: 'Che cosa fa il sito' }).selectOption('Alza da solo');
  for (const color of ['Arancio', 'Rosso']) await page.getByLabel(`${color}, per (s)`).fill('0');
  await page.getByRole('button', { name: 'Salva la regola' }).click();
  await expect(page.getByRole('alert')).toHaveText(/Scegli almeno un segnale/);
  await page.getByRole('checkbox', { name: 'Sottopasso' }).check();
  await expectAccessible(page, 'the rule of a site, in edit');
  await page.getByRole('button', { name: 'Salva la regola' }).click();
  await expect(page.getByRole('radio', { name: /Alza da solo/ })).toBeChecked();

  town().flood(33);
  await expect(page.getByText('l’acqua chiede rosso')).toBeVisible();
  await expect(page.getByText('Confermato', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Acqua a 33 cm, sopra 30 cm/)).toBeVisible();
  await expectAccessible(page, 'a site that floods');

  await page.getByRole('link', { name: 'Vai all’allerta, per concluderla' }).click();
  await page.getByRole('button', { name: 'Concludi' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Adesso l’acqua è a 33 cm.');
  await expect(question).toContainText('Chiede ancora rosso.');
  town().flood(2);
  await question.getByRole('button', { name: 'Concludi' }).click();
  await frame.goTo('Dashboard');
  await expect(page.getByRole('img', { name: 'Verde acceso, confermato' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 3000 }, colorScheme: 'dark' });

  test('the pages of gauges have no accessibility fault in the dark theme', async ({ page, stage }) => {
    await stage.enter(town());
    await page.goto(`${town().origin}/acqua`);
    await expect(page.getByRole('link', { name: 'Acqua dei Mulini' })).toBeVisible();
    await expectAccessible(page, 'gauges, dark');
    await page.getByRole('link', { name: 'Acqua dei Mulini' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Acqua dei Mulini' })).toBeVisible();
    await expectAccessible(page, 'a gauge, dark');
  });
});
