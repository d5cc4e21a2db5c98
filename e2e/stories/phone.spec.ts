import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../harness/page-checks.ts';
import { test } from '../harness/story.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';

const LEAST_TARGET_PX = 44;

test.use({
  viewport: { width: 360, height: 640 },
  hasTouch: true,
});

test('at night on a small phone the press, its answer and the problems are all in view', async ({
  page,
  stage,
}) => {
  const town = await stage.town({ signals: ['Stazione', 'Palasport', 'Borgo Alto', 'Diga Vecchia'] });
  town.device('Palasport').behave({ kind: 'mute' });
  await stage.enter(town);
  const dashboard = new DashboardPage(page);
  await expect(dashboard.light('Stazione', 'Verde acceso, confermato')).toBeVisible();

  await test.step('the whole overview is one row', async () => {
    const tops = await dashboard.overview
      .locator('[data-zero]:visible')
      .evaluateAll((figures) => figures.map((figure) => figure.getBoundingClientRect().top));
    expect(tops).toHaveLength(5);
    expect(new Set(tops).size).toBe(1);
  });

  await test.step('all four colors are above the bar, large enough for a thumb', async () => {
    await dashboard.setButton.click();
    for (const color of ['Verde', 'Giallo', 'Arancio', 'Rosso']) {
      const button = page.getByRole('button', { name: color, exact: true });
      await expect(button).toBeInViewport({ ratio: 1 });
      await expectLargeEnough(button);
    }
    await expectAccessible(page, 'colors open');
  });

  await test.step('the answer to the press is in view, wherever the page is scrolled', async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await dashboard.lightAll('rosso');
    await expect(dashboard.progress).toBeInViewport({ ratio: 1 });
    await expect(dashboard.progress).toContainText('3/4 confermati');
    await expect(page.getByRole('button', { name: 'Riprova i falliti' })).toBeInViewport({ ratio: 1 });
  });

  await test.step('the count of the problems leads to them', async () => {
    const inError = page.getByRole('radio', { name: 'In errore 1' });
    const count = dashboard.overview.locator('label').filter({ has: inError });
    await count.scrollIntoViewIfNeeded();
    await expectLargeEnough(count);
    await count.click();
    await expect(inError).toBeChecked();
    await expect(dashboard.signal('Stazione')).toBeHidden();
    const problem = dashboard.signal('Palasport');
    await expect(problem.getByRole('link')).toBeInViewport({ ratio: 1 });
    await expect(problem).toContainText('Comando non confermato entro 5 s');
    await expectAccessible(page, 'with a problem');
    await darken(page);
    await expectAccessible(page, 'with a problem, dark');
    await problem.getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'Palasport' })).toBeVisible();
  });
});

test('at 320 px the dock does not widen the page, and what it opens can be reached', async ({
  page,
  stage,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const town = await stage.town({ signals: ['Stazione'] });
  await stage.enter(town);
  const dashboard = new DashboardPage(page);
  await dashboard.setButton.click();
  await expectNoSidewaysScroll(page, 'colors open');
  await page.getByRole('button', { name: 'Pianifica' }).click();
  await expectNoSidewaysScroll(page, 'form open');
  const confirm = page.getByRole('button', { name: 'Conferma' });
  await confirm.scrollIntoViewIfNeeded();
  await expect(confirm).toBeInViewport({ ratio: 1 });
});

test('an alert in course fits a phone: its buttons and a row of lamps are in view', async ({
  page,
  stage,
}) => {
  const town = await stage.town({ signals: ['Stazione', 'Palasport', 'Borgo Alto', 'Diga Vecchia'] });
  const hour = 3_600_000;
  await town.api('createAlert', {
    body: {
      color: 'arancio',
      from: new Date().toISOString(),
      to: new Date(Date.now() + 30 * hour).toISOString(),
      reason: 'Piena del torrente',
    },
  });
  await stage.enter(town);
  const dashboard = new DashboardPage(page);
  await expect(dashboard.light('Stazione', 'Arancio acceso, confermato')).toBeVisible();
  const line = page.getByRole('region', { name: 'Situazione' });

  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page, `an alert in course, ${width} px`);
    await expect(line.getByRole('button', { name: 'Dettagli' })).toBeInViewport({ ratio: 1 });
    await expect(dashboard.signal('Borgo Alto')).toBeInViewport({ ratio: 1 });
  }

  // The way back to an alert that a person overrode is one button more.
  await town.api('sendCommand', { body: { command: 'verde' } });
  await expect(dashboard.light('Stazione', 'Verde acceso, confermato')).toBeVisible();
  await expectNoSidewaysScroll(page, 'an alert that a person overrode');
  for (const name of ['Torna all’allerta', 'Dettagli']) {
    await expect(line.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  }
});

async function expectLargeEnough(target: Locator): Promise<void> {
  const box = await target.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(LEAST_TARGET_PX);
}

async function darken(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Tema scuro' }).click();
}

test('tables are cards on a phone: each value stands beside the words of its column', async ({
  page,
  stage,
}) => {
  const town = await stage.town({ signals: ['Stazione'] });
  await town.api('sendCommand', { body: { command: 'giallo' } });
  const datetime = new Date(Date.now() + 86_400_000).toISOString();
  await town.api('createSchedule', { body: { color: 'rosso', datetime, device_type: 'semaforo' } });
  await stage.enter(town);
  for (const [path, column] of [
    ['/history', 'Dispositivo'],
    ['/scheduled', 'Su Dispositivi'],
  ] as const) {
    await page.goto(town.origin + path);
    const cell = page.locator(`td[data-l="${column}"]`).first();
    await expect(cell).toContainText('Stazione');
    await cell.scrollIntoViewIfNeeded();
    await expect(cell).toBeInViewport();
    expect(await cell.evaluate((one) => getComputedStyle(one, '::before').content)).toBe(`"${column}"`);
    await expectNoSidewaysScroll(page, path);
    const inner = cell.locator('xpath=ancestor::section[1]');
    expect(await inner.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  }
});
