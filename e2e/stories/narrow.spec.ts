import { expect, type Locator, type Page } from '@playwright/test';
import { ADMIN } from '@semaforo/testing/credentials';
import { expectNoSidewaysScroll } from '../harness/page-checks.ts';
import { shareTown, test } from '../harness/story.ts';
import { prepareSights, tour } from '../harness/tour.ts';
import { ConsoleFrame } from '../pages/console-frame.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';

const SIGHTS = { username: 'valdombra', signal: 'Stazione', lantern: 'Darsena' };
const WINDOWS = [
  { name: 'on a phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
  { name: 'at 200 %', use: { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 } },
  { name: 'at 400 %', use: { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 } },
];

const town = shareTown({
  signals: ['Stazione', 'Palasport dei Quattro Mori'],
  lanterns: ['Darsena'],
});

test.beforeAll(async () => {
  await prepareSights(town(), SIGHTS);
  town().device('Palasport dei Quattro Mori').behave({ kind: 'mute' });
});

for (const { name, use } of WINDOWS) {
  test.describe(name, () => {
    test.use(use);

    test('an admin does every task, and no page is wider than its window', async ({ page, stage }) => {
      await page.goto(town().origin);
      await expect(page.getByRole('link', { name: 'Vai al Login' })).toBeVisible();
      await expectNoSidewaysScroll(page, 'home');
      await stage.enter(town(), ADMIN);
      await expect.poll(() => overfullParts(new ConsoleFrame(page).navbar)).toEqual([]);
      await tour(page, SIGHTS, (state) => expectNoSidewaysScroll(page, state));
    });
  });
}

test('text with wider spacing does not widen the page', async ({ page, stage }) => {
  await stage.enter(town(), ADMIN);
  await tour(page, SIGHTS, async (state) => {
    await widenText(page);
    await expectNoSidewaysScroll(page, state);
  });
});

test('a user who asks for less motion, or stops the blinking, sees no animation', async ({ page, stage }) => {
  await stage.enter(town());
  const dashboard = new DashboardPage(page);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await dashboard.lightAll('arancio');
  const failing = dashboard.signal('Palasport dei Quattro Mori').getByText('ERRORE', { exact: true });
  await expect(failing).toBeVisible();
  await expect.poll(() => movingParts(page)).toBeGreaterThan(0);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => movingParts(page)).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.getByRole('button', { name: 'Ferma il lampeggio' }).click();
  await expect.poll(() => movingParts(page)).toBe(0);
  await page.reload();
  await expect(failing).toBeVisible();
  await expect.poll(() => movingParts(page)).toBe(0);
});

test('every state is readable in words and lines when the system forces its colors', async ({
  page,
  stage,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await stage.enter(town());
  const dashboard = new DashboardPage(page);
  await dashboard.lightAll('verde');
  const failing = dashboard.signal('Palasport dei Quattro Mori');
  await expect(failing.getByText('ERRORE', { exact: true })).toBeVisible();
  const lamp = dashboard.light('Stazione', 'Verde acceso, confermato');
  await expect(lamp).toBeVisible();
  await expect(dashboard.signal('Stazione')).toContainText('VERDE');
  await expect(dashboard.signal('Stazione')).toContainText('Confermato');
  const frame = await failing.evaluate((card) => getComputedStyle(card).borderTopStyle);
  expect(frame).toBe('solid');
  for (const color of ['Verde', 'Giallo', 'Arancio', 'Rosso']) {
    const button = page.getByRole('button', { name: color, exact: true });
    expect(await button.evaluate((one) => getComputedStyle(one).borderTopWidth)).not.toBe('0px');
  }
  expect(await lamp.evaluate((light) => getComputedStyle(light).forcedColorAdjust)).not.toBe('auto');
});

/** The spacing with which text must still be readable (WCAG 1.4.12). */
async function widenText(page: Page) {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }',
    );
    document.adoptedStyleSheets = [sheet];
  });
}

/** The parts of the bar whose text is too wide for them, so that it overlaps their neighbours. */
function overfullParts(bar: Locator): Promise<string[]> {
  return bar.evaluate(({ children }) =>
    Array.from(children)
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ outerHTML }) => outerHTML),
  );
}

/** How many animations run for ever on the page. */
function movingParts(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations === Infinity,
        ).length,
  );
}
