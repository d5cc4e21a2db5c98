import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { type BuiltServer, startBuiltServer } from '@semaforo/testing/built-server';
import { type Child, startChild } from '@semaforo/testing/child-process';
import { freePort } from '@semaforo/testing/free-port';
import { SERVER_ROOT } from '@semaforo/testing/server-process';
import { expectAccessible, expectNoSidewaysScroll } from '../harness/page-checks.ts';
import { test } from '../harness/story.ts';
import { ConsoleFrame } from '../pages/console-frame.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';
import { DevicePage } from '../pages/device-page.ts';
import { LoginPage } from '../pages/login-page.ts';
import { ManagementPage } from '../pages/management-page.ts';

const KEY = '/3/valdombra/s01';

test.describe('the first start', () => {
  let brokerPort: number;
  let server: BuiltServer;
  let boards: Child[];

  test.beforeEach(async () => {
    brokerPort = await freePort();
    boards = [];
    server = await startBuiltServer({ ADMIN_PASSWORD: '', EMBEDDED_BROKER_PORT: String(brokerPort) });
  });
  test.afterEach(async () => {
    for (const board of boards) await board.end('SIGKILL');
    await server.stop();
  });

  /** Saves the program behind the button, as a person would, and switches the board on with it. */
  async function saveAndRun(page: Page, env: Record<string, string> = {}): Promise<Child> {
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Dispositivo di prova' }).click();
    const program = readFileSync(await (await saving).path(), 'utf8');
    // Where the package `mqtt` is.
    const board = startChild(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: SERVER_ROOT,
      env: { PATH: process.env.PATH, ...env },
    });
    boards.push(board);
    return board;
  }

  test('an empty console leads its admin step by step, by screens alone, to the first lamp that a device says is lit', async ({
    page,
  }) => {
    const password = await logInFirst(page);
    const frame = new ConsoleFrame(page);
    const steps = page.getByRole('region', { name: 'Primo avvio' });
    const now = steps.locator('[aria-current="step"]');
    await expect(now).toContainText('Cambia la password');
    await expect(page.getByRole('region', { name: 'Dati di collegamento' })).toContainText(
      'Il broker ascolta solo il computer del server',
    );
    await expectAccessible(page, 'first start, nothing done');

    await takeFirstSteps(page, password);
    const management = new ManagementPage(page);

    // A board that knows its topic and no credentials is refused, and heard all the same.
    const stranger = await saveAndRun(page, { BROKER: `mqtt://scheda:x@127.0.0.1:${brokerPort}`, KEY });
    const received = page.getByRole('region', { name: 'Dispositivi sentiti e non registrati' });
    const row = received.getByRole('row').filter({ hasText: KEY });
    await expect(row).toContainText('accesso rifiutato: credenziali sconosciute (utente scheda');
    await expectAccessible(page, 'first start, a board was heard');
    await row.getByRole('link', { name: 'Registra' }).click();

    await expect(management.newDevice.topic).toHaveValue(KEY);
    await management.newDevice.name.fill('Borgo Alto');
    await expect(management.newDevice.user).toHaveValue(/\d+/);
    await management.newDevice.create.click();

    const device = new DevicePage(page);
    await device.make.click();
    await stranger.end('SIGKILL');
    await saveAndRun(page);
    await device.close.click();
    await frame.goTo('Dashboard');
    await expect(now).toContainText('Prova una lampada');
    await expect(row).toBeHidden();

    const dashboard = new DashboardPage(page);
    await dashboard.lightAll('rosso');
    await expect(dashboard.light('Borgo Alto', 'Rosso acceso, confermato')).toBeVisible();
    await expect(steps).toContainText('Fatto: la prima lampada ha risposto');
    await steps.getByRole('button', { name: 'Nascondi' }).click();
    await expect(steps).toBeHidden();
  });

  test('without any device a signal that the server plays, marked as a test, is lit within the first page', async ({
    page,
  }) => {
    const password = await logInFirst(page);
    await takeFirstSteps(page, password);
    await page.getByRole('button', { name: 'Simula un segnale' }).click();
    const dashboard = new DashboardPage(page);
    await expect(dashboard.light('Segnale simulato', 'PROVA: Verde acceso, confermato')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Primo avvio' })).toContainText(
      'Segnale simulato ha parlato',
    );
    await dashboard.lightAll('rosso');
    await expect(dashboard.light('Segnale simulato', 'PROVA: Rosso acceso, confermato')).toBeVisible();
    await expectAccessible(page, 'first start, done');
  });

  /** With the password that the first start printed; resolves to it. */
  async function logInFirst(page: Page): Promise<string> {
    const password = /Primo accesso: admin \/ (\S+)/.exec(server.printed())?.[1] ?? '';
    const login = new LoginPage(page, server.origin);
    await login.open();
    await login.logIn({ username: 'admin', password });
    return password;
  }

  /** Password and Comune, each within its step. */
  async function takeFirstSteps(page: Page, password: string): Promise<void> {
    const now = page.getByRole('region', { name: 'Primo avvio' }).locator('[aria-current="step"]');
    await now.getByLabel('Password attuale', { exact: true }).fill(password);
    await now.getByLabel('Nuova password', { exact: true }).fill('torrente-in-piena-7');
    await now.getByRole('button', { name: 'Aggiorna' }).click();
    await now.getByLabel('Nome del Comune').fill('Comune di Valdombra');
    await now.getByLabel('Username').fill('valdombra');
    await now.getByLabel('Password', { exact: true }).fill('ponte-sul-torno-9');
    await expectAccessible(page, 'first start, the Comune');
    await now.getByRole('button', { name: 'Crea il Comune' }).click();
    await expect(now).toContainText('Collega un dispositivo');
  }

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } });

    test('the steps fit the window, also in the dark', async ({ page }) => {
      await logInFirst(page);
      await expect(page.getByRole('region', { name: 'Dati di collegamento' })).toContainText('mosquitto_pub');
      await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
      await expectNoSidewaysScroll(page, 'first start');
      await expectAccessible(page, 'first start, dark');
    });
  });
});
