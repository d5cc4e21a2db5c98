import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../harness/page-checks.ts';
import { test } from '../harness/story.ts';
import { ConsoleFrame } from '../pages/console-frame.ts';

const SIGNALS = Array.from({ length: 100 }, (_, index) => `Segnale di allerta ${index + 1}`);

test.use({ viewport: { width: 1920, height: 1080 } });

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

test('each rosso of a hundred is found from afar, whatever colors the eyes tell apart', async ({
  page,
  stage,
}) => {
  const town = await stage.town({ signals: SIGNALS });
  const rosso = [3, 48, 91];
  await town.api('sendCommand', { body: { command: 'arancio' } });
  await stage.enter(town);
  await page.goto(`${town.origin}/sala`);
  const tiles = page.getByRole('region', { name: /^Tutti i semafori/ }).getByRole('listitem');
  await expect(tiles).toHaveCount(100);
  await town.api('sendCommand', { body: { command: 'rosso', deviceIds: rosso } });
  await expect(page.getByRole('img', { name: /^Rosso acceso/ })).toHaveCount(rosso.length);
  const { boxes, found } = await tiles.evaluateAll((all) => ({
    boxes: all.map((tile) => tile.getBoundingClientRect().toJSON() as DOMRect),
    found: all.map((tile) => tile.dataset.cast === 'rosso'),
  }));
  expect(found.filter(Boolean)).toHaveLength(rosso.length);
  const picture = (await page.screenshot()).toString('base64');
  for (const [eyes, matrix] of Object.entries(COLOR_VISION)) {
    const light = await lightnessOfTenths(page, { picture, boxes, matrix });
    const ofRosso = light.filter((_, index) => found[index]);
    const ofOthers = light.filter((_, index) => !found[index]);
    expect(Math.min(...ofRosso) / Math.max(...ofOthers), eyes).toBeGreaterThan(1.5);
  }
});

/** What eyes see that tell fewer colors apart (Machado and others, 2009, complete): linear red, green and blue. */
const COLOR_VISION = {
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

/** The relative luminance, from 0.05 on, of each box in the picture reduced to a tenth, as such eyes see it. */
function lightnessOfTenths(
  page: Page,
  seen: { picture: string; boxes: DOMRect[]; matrix: number[] },
): Promise<number[]> {
  return page.evaluate(async ({ picture, boxes, matrix }) => {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }), {
      resizeWidth: Math.round(innerWidth / 10),
      resizeHeight: Math.round(innerHeight / 10),
      resizeQuality: 'high',
    });
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!canvas) throw new Error('no canvas');
    canvas.drawImage(bitmap, 0, 0);
    const linear = (value: number) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
    const lightness = ([red = 0, green = 0, blue = 0]: number[]) => {
      const rgb = [red, green, blue].map(linear);
      const row = (from: number) =>
        Math.max(
          0,
          rgb.reduce((sum, part, index) => sum + part * (matrix[from + index] ?? 0), 0),
        );
      return 0.05 + 0.2126 * row(0) + 0.7152 * row(3) + 0.0722 * row(6);
    };
    return boxes.map(({ x, y, width, height }) => {
      const tenth = [x, y, width, height].map((length) => Math.round(length / 10));
      const { data } = canvas.getImageData(tenth[0] ?? 0, tenth[1] ?? 0, tenth[2] ?? 1, tenth[3] ?? 1);
      const pixels = Array.from({ length: data.length / 4 }, (_, index) =>
        lightness([...data.subarray(index * 4, index * 4 + 3)]),
      );
      return pixels.reduce((sum, one) => sum + one, 0) / pixels.length;
    });
  }, seen);
}

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
  const to = new Date(Date.now() + 3_600_000).toISOString();
  await town.api('createAlert', {
    body: { color: 'rosso', from: new Date().toISOString(), to, reason: 'Piena del torrente' },
  });
  await expect(screen.getByRole('region', { name: 'Situazione' })).toContainText('Allerta rossa fino alle');
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
