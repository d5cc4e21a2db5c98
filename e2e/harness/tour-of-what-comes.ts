import { expect, type Page } from '@playwright/test';
import { ConsoleFrame } from '../pages/console-frame.ts';

/** Called at each state of each screen, once nothing moves any more; `state` names it. */
export type Look = (state: string) => Promise<void>;

/** Takes a logged-in admin through what is ahead and what needs somebody: forms opened, nothing saved. */
export async function tourWhatComes(page: Page, look: Look): Promise<void> {
  await tourAhead(page, look);
  await tourAlarms(page, look);
  await new ConsoleFrame(page).goTo('Stato del sistema');
  await expect(page.getByText('Broker MQTT')).toBeVisible();
  await look('system');
}

async function tourAhead(page: Page, look: Look) {
  const frame = new ConsoleFrame(page);
  await frame.goTo('Pianificazioni');
  await page.getByRole('button', { name: 'Nuovo piano' }).click();
  const plan = page.getByRole('region', { name: 'Nuovo piano ricorrente' });
  await plan.getByRole('button', { name: 'Ogni settimana' }).click();
  await expect(plan.getByRole('button', { name: 'Salva il piano' })).toBeVisible();
  await look('schedules, with the form of a plan');
  await page.getByText('Prossime 10 volte ed eccezioni').click();
  await expect(page.getByRole('button', { name: /^Salta / }).first()).toBeVisible();
  await look('schedules, with the next times of a plan');
  await frame.goTo('Allerte');
  await expect(page.getByRole('region', { name: 'Prossime 72 ore' })).toBeVisible();
  for (const [button, form] of [
    ['Nuova allerta', 'Nuova allerta'],
    ['Esercitazione', 'Nuova esercitazione'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('region', { name: form })).toBeVisible();
    await look(`alerts, ${form}`);
  }
}

async function tourAlarms(page: Page, look: Look) {
  await new ConsoleFrame(page).goTo('Allarmi');
  await expect(page.getByRole('heading', { name: 'Impostazioni degli allarmi' })).toBeVisible();
  await look('alarms');
  await page.getByRole('heading', { name: 'Impostazioni degli allarmi' }).click();
  await expect(page.getByRole('table', { name: /^Disponibilità di / })).toBeVisible();
  await page.getByRole('button', { name: 'Aggiungi' }).click();
  await expect(page.getByLabel('Nome del reperibile 1')).toBeVisible();
  await look('alarms, with their settings');
}
