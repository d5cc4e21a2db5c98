import { expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../harness/page-checks.ts';
import { shareTown, test } from '../harness/story.ts';
import { bulletinOfNow, ZONES_CSV } from '../harness/zone-bulletin.ts';
import { Question } from '../pages/question.ts';

const town = shareTown({ signals: ['Lungofiume'] });

test('the map of zones says what the bulletin says, today and tomorrow, also in words', async ({
  page,
  stage,
}) => {
  const { adminApi, api } = town();
  await adminApi('importZones', { query: {}, body: ZONES_CSV });
  await adminApi('uploadBulletin', { body: bulletinOfNow() });
  await api('saveMyZones', { body: { zones: ['Vald-A'] } });
  await stage.enter(town());
  await page.getByRole('link', { name: /^Allerte/ }).click();
  const map = page.getByRole('region', { name: 'Mappa delle zone', exact: true });
  const words = map.getByRole('region', { name: 'Zone sulla mappa, per livello' });
  await expect(words).toContainText('Allerta arancione: 1 zona');
  await expect(words).toContainText('Nessuna allerta: 1 zona');
  await expect(map.locator('path[fill^="url("]')).toHaveCount(2);
  await expectAccessible(page, 'the map of zones');
  await map.locator('path[fill*="arancio"]').click({ force: true });
  await expect(map.getByRole('status')).toContainText('Ponente');
  await map.getByRole('button', { name: 'Domani' }).click();
  await expect(words).toContainText('Allerta gialla: 1 zona');
  await expect(words).toContainText('Allerta arancione: 0 zone');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, 'the map of zones on a phone');
});

test('a recurring plan is made, shows its next ten times, pauses and is deleted', async ({ page, stage }) => {
  await stage.enter(town());
  await page.getByRole('link', { name: 'Pianificazioni' }).click();
  const plans = page.getByRole('region', { name: 'Piani ricorrenti', exact: true });
  await plans.getByRole('button', { name: 'Nuovo piano' }).click();
  const form = plans.getByRole('form', { name: 'Nuovo piano ricorrente' });
  await form.getByLabel('Che cosa').selectOption('semaforo giallo');
  await form.getByLabel('Da: ora').fill('12:00');
  await form.getByLabel('A', { exact: true }).selectOption('ora');
  await form.getByLabel('A: ora', { exact: true }).fill('14:30');
  await expect(form.getByRole('listitem')).toHaveCount(10);
  await expect(form.getByRole('listitem').first()).toContainText('12:00');
  await form.getByRole('button', { name: 'Salva il piano' }).click();
  const plan = plans.getByRole('article');
  await expect(plan).toContainText('dalle 12:00 alle 14:30');
  await page.getByText('Calendario', { exact: true }).click();
  const calendar = page.getByRole('region', { name: 'Calendario' });
  await calendar.getByRole('button', { name: 'Mese successivo' }).click();
  await expect(calendar.getByText('12:00 – 14:30').nth(27)).toBeVisible();
  await expectAccessible(page, 'the calendar');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, 'the calendar on a phone');
  await expectAccessible(page, 'the calendar on a phone');
  await page.setViewportSize({ width: 1280, height: 900 });
  await plan.getByText('Prossime 10 volte ed eccezioni').click();
  await expect(plan.getByRole('listitem')).toHaveCount(10);
  await plan.getByRole('button', { name: 'Pausa' }).click();
  await expect(plan.getByRole('button', { name: 'Riprendi' })).toBeVisible();
  await expectAccessible(page, 'a recurring plan');
  await plan.getByRole('button', { name: 'Elimina' }).click();
  await new Question(page, 'Eliminare il piano ricorrente?').accept.click();
  await expect(plans).toContainText('Nessun piano ricorrente.');
});
