// Takes the pictures of the guide: every screen of a real console, at two widths. What the pages show depends on the
// hour at which this script runs.
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { CHROMIUM } from '@semaforo/testing/chromium';
import { ADMIN } from '@semaforo/testing/credentials';
import { DashboardPage } from '../pages/dashboard-page.ts';
import { LoginPage } from '../pages/login-page.ts';
import { takePictures, takeScreens, writeIndex } from './camera.ts';
import { pictureAlerts } from './pictures-of-alerts.ts';
import { pictureAdminsRest, pictureFirstStart, pictureOperatorsRest } from './pictures-of-service.ts';
import { foundTwoTowns, type TwoTowns } from './two-towns.ts';

/** Those without one of the three kinds of cones, as Chromium imitates them. */
const WAYS = ['deuteranopia', 'protanopia', 'tritanopia'] as const;

/** The page as people see it who tell fewer colors apart: what stands in it must be told without color. */
async function takePicturesOfColorVision(page: Page, name: string): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const see = (type: (typeof WAYS)[number] | 'none') =>
    devTools.send('Emulation.setEmulatedVisionDeficiency', { type });
  for (const way of WAYS) {
    await see(way);
    await takePictures(page, `${name}-${way}`, { once: true });
  }
  await see('none');
  await devTools.detach();
}

const TILE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="#e4eadf"/></svg>';
const VALDOMBRA = { map_center_lat: '46.0650', map_center_lng: '11.2375' };

const towns = await foundTwoTowns();
const browser = await chromium.launch({ ...CHROMIUM, args: [...(CHROMIUM.args ?? []), '--lang=it-IT'] });
try {
  await makeHistory(towns);
  await pictureDoors(await openPage(browser), towns);
  await pictureFirstStart(await openPage(browser));
  await pictureAdmin(await enter(browser, towns, ADMIN), towns);
  const operator = await enter(browser, towns, towns.operator);
  await pictureOperator(operator, towns);
  await pictureOperatorsRest(operator, towns);
  await pictureAlerts(operator, towns);
  await pictureAdminsRest(await enter(browser, towns, ADMIN), towns);
  await pictureLinkCut(operator, towns);
  writeIndex();
} finally {
  await browser.close();
  await towns.stop();
}

/**
 * Sends a morning's commands, one of them to a device that does not confirm, and creates schedules for the next days.
 */
async function makeHistory({ api, device, addSilentSignal }: TwoTowns) {
  for (const command of ['giallo', 'arancio', 'giallo', 'verde'] as const) {
    await api('sendCommand', { query: { type: 'semaforo' }, body: { command } });
  }
  await addSilentSignal();
  device('Stazione').show('giallo');
  device('Ponte sul Torno').show('rosso');
  device('Diga Vecchia').show('arancio');
  device('Zona industriale').show('spento');
  for (const [color, inHours] of [
    ['giallo', 9],
    ['verde', 33],
    ['arancio', 60],
  ] as const) {
    const datetime = new Date(Math.ceil(Date.now() / 3_600_000 + inHours) * 3_600_000).toISOString();
    await api('createSchedule', { body: { color, datetime, device_type: 'semaforo' } });
  }
}

async function pictureDoors(page: Page, { origin }: TwoTowns) {
  await page.goto(origin);
  await page.getByRole('link', { name: 'Privacy' }).waitFor();
  await takePictures(page, 'home');

  const login = new LoginPage(page, origin);
  await login.open();
  await takePictures(page, 'login');
}

async function pictureOperator(page: Page, towns: TwoTowns) {
  const { origin, device } = towns;
  const dashboard = new DashboardPage(page);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  await towns.cutPower('Palasport');
  await dashboard.signal('Palasport').getByText('ERRORE', { exact: true }).waitFor();
  await takePictures(page, 'dashboard');

  const form = page.getByRole('form', { name: 'Pianifica' });
  await takePictures(page, 'pianifica', {
    // Another width may close it a moment later.
    ready: () =>
      expect(async () => {
        if (!(await form.isVisible())) await press('Pianifica');
        await form.waitFor({ timeout: 2000 });
      }).toPass(),
  });

  device('Lungofiume').behave({ kind: 'mute' });
  device('Borgo Alto').behave({ kind: 'held' });
  await dashboard.lightAll('arancio');
  await dashboard.progress.getByText('9/13').waitFor();
  await takePictures(page, 'comando-in-corso');
  device('Borgo Alto').release();
  await dashboard.progress.getByText('10/13').waitFor();
  await page.getByRole('button', { name: 'Riprova i falliti' }).waitFor();
  await takePictures(page, 'comando');
  await takePicturesOfColorVision(page, 'colori');

  await takeScreens(page, origin, [
    ['lanterna', '/lanterna', 'Argine destro'],
    ['storico', '/history', 'Comandi inviati per colore'],
    ['pianificazioni', '/scheduled', 'Comandi Eseguiti'],
    ['profilo', '/user', 'Aggiorna'],
  ]);
  await page.goto(`${origin}/history`);
  await page.getByRole('region', { name: 'Comandi inviati per colore' }).locator('canvas').waitFor();
  await press('Raggruppa');
  await takePictures(page, 'storico-raggruppato');

  await picturesOfMap(page, towns);
}

async function pictureLinkCut(page: Page, { origin, stopServer }: TwoTowns) {
  const dashboard = new DashboardPage(page);
  await page.goto(`${origin}/dashboard`);
  await dashboard.signal('Stazione').waitFor();
  await stopServer();
  await page.getByText('Collegamento interrotto').waitFor();
  await dashboard.overview.getByText('Disconnesso').waitFor();
  await takePictures(page, 'collegamento-interrotto');
}

async function picturesOfMap(page: Page, { origin, api }: TwoTowns) {
  const cluster = page.getByRole('button', { name: /^17 dispositivi/ });
  await api('saveMySettings', { body: VALDOMBRA });
  await page.goto(`${origin}/map`);
  await cluster.waitFor();
  for (let zoom = 6; zoom < 15; zoom += 1) await page.getByRole('button', { name: 'Ingrandisci' }).click();
  await page.getByRole('button', { name: /^Palasport/ }).press('Enter');
  await page.getByRole('region', { name: 'Palasport' }).waitFor();
  await page.locator('.leaflet-pan-anim').waitFor({ state: 'detached' });
  await takePictures(page, 'mappa');

  await page.reload();
  await cluster.waitFor();
  await takePictures(page, 'mappa-lontana');
}

async function pictureAdmin(page: Page, { origin }: TwoTowns) {
  await page.goto(`${origin}/devices`);
  await page.getByRole('cell', { name: 'Palasport' }).waitFor();
  await takePictures(page, 'dispositivi');

  await page.goto(`${origin}/gestisci`);
  await page.getByRole('button', { name: 'valdombra', exact: true }).click();
  await takePictures(page, 'gestione');
  await page.goto(`${origin}/gestisci/mqtt`);
  await page.getByLabel('Host').waitFor();
  await takePictures(page, 'gestione-mqtt');
}

async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  // The pictures need no network: a drawn tile replaces each tile of the map.
  await page.route('**/api/map/tiles/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: TILE }),
  );
  return page;
}

async function enter(browser: Browser, { origin }: TwoTowns, who: { username: string; password: string }) {
  const page = await openPage(browser);
  const login = new LoginPage(page, origin);
  await login.open();
  await login.logIn(who);
  await new DashboardPage(page).heading.waitFor();
  return page;
}
