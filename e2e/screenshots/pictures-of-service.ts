import { expect, type Page } from '@playwright/test';
import { startBuiltServer } from '@semaforo/testing/built-server';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { DashboardPage } from '../pages/dashboard-page.ts';
import { LoginPage } from '../pages/login-page.ts';
import { takePictures, takeScreens } from './camera.ts';
import type { TwoTowns } from './two-towns.ts';

const TABLE = `name;topic;type;username
Sottopasso FS est;/3/valdombra/s21;semaforo;valdombra
Via Po;/3/valdombra;semaforo;valdombra
Ponte;/3/valdombra/s22;semaforo;vladombra
Darsena;/3/valdombra/l21;lanterna;valdombra
`;
const GROUPS = [
  'Sottopassi',
  'Ponti',
  'Scuole',
  'Centro',
  'Fiume',
  'Frazioni',
  'Argini',
  'Mercato del sabato',
];
const SIGNALS_EACH = 3;

/** What an operator has beside the dashboard: groups, a device, the wall, alarms, the day's sheet. */
export async function pictureOperatorsRest(page: Page, { origin, api }: TwoTowns): Promise<void> {
  const { devices } = await api('listDevices');
  const signals = devices.filter(({ type }) => type === 'semaforo');
  for (const [index, name] of GROUPS.entries()) {
    const deviceIds = signals.slice(index, index + SIGNALS_EACH).map(({ id }) => id);
    await api('createGroup', { body: { name, deviceIds } });
  }
  await page.goto(`${origin}/dashboard`);
  await page.getByRole('checkbox', { name: 'Seleziona Via Roma' }).click();
  await page.getByRole('checkbox', { name: 'Seleziona Stazione' }).click();
  await page.getByRole('button', { name: 'Imposta', exact: true }).click();
  await takePictures(page, 'selezione');
  // On a phone they are in the sheet that the command opens.
  await takePictures(page, 'gruppi', {
    ready: async () => {
      await page.reload();
      await page.getByRole('button', { name: 'Imposta', exact: true }).click();
      await page.getByRole('button', { name: 'Gestisci i gruppi' }).click();
      await page.getByRole('dialog', { name: 'Gruppi' }).waitFor();
    },
  });

  const station = devices.find(({ name }) => name === 'Stazione');
  await takeScreens(page, origin, [
    ['dispositivo', `/devices/${station?.id}`, 'Scheda'],
    ['sala', '/sala', 'Tutti i semafori'],
    ['allarmi', '/allarmi', 'Prendi in carico'],
    ['foglio-del-giorno', '/history/giorno', 'Stampa o PDF'],
  ]);
  await page.goto(`${origin}/allarmi`);
  await page.getByRole('heading', { name: 'Impostazioni degli allarmi' }).click();
  await page.getByRole('table', { name: /^Disponibilità di / }).waitFor();
  await takePictures(page, 'disponibilita');
  await page.goto(`${origin}/user`);
  await page.getByRole('tab', { name: 'Sessioni e accesso' }).click();
  await page.getByText('Sessioni aperte').first().waitFor();
  await takePictures(page, 'sessioni');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Aiuto' }).waitFor();
  await takePictures(page, 'aiuto');
}

/** What an admin has: all Comuni, an import, the system, the audit, the zones. */
export async function pictureAdminsRest(page: Page, { origin }: TwoTowns): Promise<void> {
  const dashboard = new DashboardPage(page);
  await page.goto(`${origin}/dashboard`);
  await takePictures(page, 'due-comuni', {
    ready: async () => {
      await page.reload();
      await dashboard.lightAll('giallo');
      await page.getByRole('alertdialog', { name: 'Accendere GIALLO in 2 Comuni?' }).waitFor();
    },
  });

  await page.goto(`${origin}/devices`);
  await page.getByRole('link', { name: 'Importa o esporta' }).click();
  await page
    .getByLabel('File CSV')
    .setInputFiles({ name: 'valdombra.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) });
  await page.getByRole('region', { name: 'Prova a vuoto' }).waitFor();
  await takePictures(page, 'importa');
  await takeScreens(page, origin, [
    ['stato-del-sistema', '/sistema', 'Broker MQTT'],
    ['registro', '/registro', 'Dettagli'],
  ]);
  await page.goto(`${origin}/gestisci`);
  await page.getByRole('tab', { name: 'Zone' }).click();
  await page.getByRole('region', { name: 'Elenco delle zone' }).waitFor();
  await takePictures(page, 'zone');
  await page.goto(`${origin}/niente`);
  await page.getByText('Pagina non trovata').first().waitFor();
  await takePictures(page, 'pagina-non-trovata');
}

/** What the first admin sees on an empty console. */
export async function pictureFirstStart(page: Page): Promise<void> {
  const server = await startBuiltServer({
    ADMIN_PASSWORD: '',
    EMBEDDED_BROKER_PORT: String(await freePort()),
  });
  try {
    const password = /Primo accesso: admin \/ (\S+)/.exec(server.printed())?.[1] ?? '';
    const login = new LoginPage(page, server.origin);
    await login.open();
    await login.logIn({ username: ADMIN.username, password: 'sbagliata' });
    await expect(login.error).toBeVisible();
    await takePictures(page, 'login-rifiutato');
    await login.logIn({ username: 'admin', password });
    await page.getByRole('region', { name: 'Primo avvio' }).waitFor();
    await takePictures(page, 'primo-avvio');
  } finally {
    await server.stop();
  }
}
