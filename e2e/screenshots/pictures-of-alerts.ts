import { expect, type Page } from '@playwright/test';
import type { Alert } from '@semaforo/contract/api/alerts';
import { bulletinOfNow, ZONES_CSV } from '../harness/zone-bulletin.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';
import { takePictures } from './camera.ts';
import type { TwoTowns } from './two-towns.ts';

const HOUR_MS = 3_600_000;

/** What is proposed, what is ahead, what is in course, and an exercise; at the end nothing of it is in force. */
export async function pictureAlerts(page: Page, towns: TwoTowns): Promise<void> {
  const { origin, api, adminApi } = towns;
  await adminApi('importZones', { query: {}, body: ZONES_CSV });
  await api('saveMyZones', { body: { zones: ['Vald-A'] } });
  await adminApi('uploadBulletin', { body: bulletinOfNow() });
  await plan(towns);

  const dashboard = new DashboardPage(page);
  await page.goto(`${origin}/dashboard`);
  await page.getByRole('button', { name: 'Decidi' }).waitFor();
  await takePictures(page, 'dashboard-proposta');

  await page.goto(`${origin}/allerte`);
  await expect(page.getByRole('region', { name: 'Zone sulla mappa, per livello' })).toContainText('1 zona');
  await page.waitForLoadState('networkidle');
  await takePictures(page, 'allerte');
  for (const [button, form, name] of [
    ['Nuova allerta', 'Nuova allerta', 'nuova-allerta'],
    ['Esercitazione', 'Nuova esercitazione', 'nuova-esercitazione'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('region', { name: form, exact: true }).waitFor();
    await takePictures(page, name);
    await page.reload();
  }

  const [proposed] = await alertsThatAre('proposta', towns);
  await api('confirmAlert', { params: { id: String(proposed?.id) } });
  await expect.poll(async () => (await alertsThatAre('in corso', towns)).length).toBe(1);
  const { devices } = await api('listDevices');
  const deviceIds = devices.filter(({ name }) => name === 'Via Roma').map(({ id }) => id);
  await api('sendCommand', { body: { command: 'rosso', deviceIds } });
  await page.goto(`${origin}/dashboard`);
  await expect(dashboard.signal('Via Roma')).toContainText('Torna all’allerta');
  await takePictures(page, 'allerta-in-corso');
  await api('concludeAlert', { params: { id: String(proposed?.id) } });

  const from = new Date().toISOString();
  const to = new Date(Date.now() + 2 * HOUR_MS).toISOString();
  const drill = await api('createAlert', {
    body: { color: 'rosso', from, to, reason: 'Prova di protezione civile', drill: true },
  });
  await page.getByText('ESERCITAZIONE').first().waitFor();
  await takePictures(page, 'esercitazione-in-corso');
  await api('concludeAlert', { params: { id: String(drill.id) } });
}

async function alertsThatAre(requested: Alert['state'], { api }: TwoTowns) {
  return (await api('listAlerts', { query: {} })).filter(({ state }) => state === requested);
}

/** An alert and a recurring plan to come. */
async function plan({ api }: TwoTowns) {
  const at = (hours: number) => new Date(Math.ceil(Date.now() / HOUR_MS + hours) * HOUR_MS).toISOString();
  await api('createAlert', { body: { color: 'giallo', from: at(20), to: at(30), reason: 'Vento forte' } });
  await api('createPlan', {
    body: { color: 'giallo', repeat: 'giorno', starts_on: at(24).slice(0, 10), begin: '18:30', end: '23:00' },
  });
}
