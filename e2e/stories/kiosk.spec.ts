import { expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../harness/page-checks.ts';
import { test } from '../harness/story.ts';
import { ConsoleFrame } from '../pages/console-frame.ts';

const SIGNALS = Array.from({ length: 100 }, (_, index) => `Segnale di allerta ${index + 1}`);

test.use({ viewport: { width: 1920, height: 1080 }, contextOptions: { reducedMotion: 'reduce' } });

test('a hundred signals and their problems are on one wall without scrolling, and the tab counts the problems', async ({
  page,
  stage,
}) => {
  const town = await stage.town({ signals: SIGNALS });
  town.device('Segnale di allerta 7').behave({ kind: 'mute' });
  await stage.enter(town);
  await page.getByRole('link', { name: 'Sala operativa' }).click();
  const all = page.getByRole('region', { name: /^Tutti i semafori/ });
  await expect(all.getByRole('listitem')).toHaveCount(100);
  await expect(page).toHaveTitle('Sala operativa · Semaforo');
  await expectAccessible(page, 'wall without problems');

  await town.api('sendCommand', { body: { command: 'arancio' } });
  const problems = page.getByRole('region', { name: /^Problemi 1/ });
  await expect(problems.getByRole('heading', { name: 'Segnale di allerta 7' })).toBeInViewport({ ratio: 1 });
  await expect(page).toHaveTitle('(1) Sala operativa · Semaforo');
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /^data:image\/svg/);
  await expect(page.getByRole('region', { name: 'Ultimo comando' })).toContainText('99/100 confermati');

  const scrolls = await page.evaluate(() => {
    const { scrollHeight, clientHeight } = document.documentElement;
    return scrollHeight - clientHeight;
  });
  expect(scrolls).toBe(0);
  for (const tile of [all.getByRole('listitem').first(), all.getByRole('listitem').last()])
    await expect(tile).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, 'wall with a problem');

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, 'wall on a phone');
});

test('a link makes a browser a wall that only watches, until it is revoked', async ({
  page,
  browser,
  stage,
}) => {
  const town = await stage.town({ signals: ['Stazione'] });
  await stage.enter(town);
  await page.goto(`${town.origin}/user`);
  await page.getByRole('tab', { name: 'Sessioni e accesso' }).click();
  const panel = page.getByRole('region', { name: 'Schermi di sala' });
  await panel.getByLabel('Nome dello schermo').fill('Corridoio');
  await panel.getByRole('button', { name: 'Crea il collegamento' }).click();
  const link = await page.getByRole('region', { name: 'Collegamento dello schermo' }).innerText();
  await expectAccessible(page, 'the link of a wall');
  await page.getByRole('button', { name: 'Ho copiato il collegamento' }).click();

  const screen = await (await browser.newContext()).newPage();
  const refused: string[] = [];
  screen.on('response', (answer) => void (answer.status() === 403 && refused.push(answer.url())));
  await screen.goto(link);
  await expect(screen.getByRole('img', { name: 'Verde acceso, confermato' })).toBeVisible();
  await expect(screen.getByRole('banner')).toContainText('Corridoio');
  expect(screen.url()).toBe(`${town.origin}/sala`);
  town.device('Stazione').show('rosso');
  await expect(screen.getByRole('img', { name: 'Rosso acceso, confermato' })).toBeVisible();
  expect(refused).toEqual([]);
  await screen.goto(`${town.origin}/dashboard`);
  await expect(screen.getByRole('heading', { name: 'Sala operativa' })).toBeVisible();

  await panel.getByRole('button', { name: 'Revoca Corridoio' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoca' }).click();
  await expect(screen.getByText('Schermo di sala non più collegato')).toBeVisible();
  await expect(panel).toContainText('Nessuno schermo collegato');
});

test('the wall says that its link is cut, and comes back by itself', async ({ page, stage }) => {
  let cut = false;
  const links = new Set<{ close(): Promise<void> }>();
  await page.routeWebSocket(/\/socket\.io\//, (link) => {
    if (cut) return void link.close();
    links.add(link);
    link.connectToServer();
  });
  const town = await stage.town({ signals: ['Stazione'] });
  await stage.enter(town);
  await page.goto(`${town.origin}/sala`);
  await expect(page.getByRole('img', { name: 'Verde acceso, confermato' })).toBeVisible();
  cut = true;
  for (const link of links) await link.close();
  const { cutBanner } = new ConsoleFrame(page);
  await expect(cutBanner).toBeVisible();
  await expect(page.getByRole('img', { name: /^Non aggiornato, ultimo stato noto verde/ })).toBeVisible();
  cut = false;
  town.device('Stazione').show('rosso');
  await expect(cutBanner).toBeHidden({ timeout: 90_000 });
  await expect(page.getByRole('img', { name: 'Rosso acceso, confermato' })).toBeVisible();
});
