import { expect, type Page } from '@playwright/test';
import { SECOND_PERSON_SETTING } from '@semaforo/contract/domain/approval-rules';
import { expectNoSidewaysScroll } from '../harness/page-checks.ts';
import { test } from '../harness/story.ts';
import type { Town } from '../harness/town.ts';
import { bulletinOfNow, ZONES_CSV } from '../harness/zone-bulletin.ts';
import { ConsoleFrame } from '../pages/console-frame.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';

const SIGNALS = Array.from({ length: 12 }, (_, index) => `Ponte ${index + 1}`);
const LOUD_SIGNAL = 'Ponte 1';
const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
/** The time after a press in which a second one counts as the same. */
const STILL_MS = 600;

test('a whole row of lamps is in view on a calm day, in an alert, an exercise, a question and a cut', async ({
  page,
  stage,
}) => {
  const town = await stage.town({ signals: SIGNALS });
  await stage.enter(town);
  const dashboard = new DashboardPage(page);
  const line = page.getByRole('region', { name: 'Situazione' });
  await expect(dashboard.light(LOUD_SIGNAL, 'Verde acceso, confermato')).toBeVisible();
  await expect(line).toContainText('Nessuna allerta in corso');
  await expectRowOfLamps(page, 'calm');

  await town.api('createAlert', { body: alertOf('rosso') });
  await expect(line).toContainText('Allerta rossa');
  await expect(dashboard.light(LOUD_SIGNAL, 'Rosso acceso, confermato')).toBeVisible();
  await expectRowOfLamps(page, 'an alert');

  await proposeTwice(town);
  town.device('Ponte 12').behave({ kind: 'mute' });
  await town.api('sendCommand', { body: { command: 'giallo' } });
  await expect(line).toContainText('2 proposte');
  await expect(dashboard.progress).toContainText('11/12 confermati');
  await expectRowOfLamps(page, 'an alert, two proposals and a failed command');

  await town.api('createAlert', { body: { ...alertOf('arancio'), drill: true } });
  await expect(page.getByText(/esercitazione/i).first()).toBeVisible();
  await expectRowOfLamps(page, 'an exercise beside all of it');

  const { id } = await town.api('getMe');
  await town.adminApi('saveUserSetting', { params: { id }, body: { [SECOND_PERSON_SETTING]: 'true' } });
  await town.api.attempt('sendCommand', { body: { command: 'rosso' } });
  await expect(page.getByRole('alert').filter({ hasText: 'Serve una seconda persona' })).toBeVisible();
  await expectRowOfLamps(page, 'a second person waiting beside all of it');

  await town.stop();
  await expect(new ConsoleFrame(page).cutBanner).toBeVisible();
  await expectRowOfLamps(page, 'the link cut beside all of it');
});

test('nothing comes under the pointer within the time of a double press', async ({ page, stage }) => {
  const town = await stage.town({ signals: SIGNALS });
  await town.api('createAlert', { body: alertOf('arancio') });
  await proposeTwice(town);
  await stage.enter(town);
  const line = page.getByRole('region', { name: 'Situazione' });
  await expect(line).toContainText('2 proposte');
  await expectStillUnderPointer(page, 'Imposta');
  await expectStillUnderPointer(page, 'Rosso');
  await expect(new DashboardPage(page).progress).toContainText('12/12 confermati');
  await expectStillUnderPointer(page, 'Giallo');
  await page.keyboard.press('Escape');
  await expectStillUnderPointer(page, 'Dettagli');
  await expectStillUnderPointer(page, /^Concludi/);
  await page.keyboard.press('Escape');
  await expectStillUnderPointer(page, 'Decidi');
});

test('at 400 % half of the height is page', async ({ page, stage }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  const town = await stage.town({ signals: SIGNALS });
  await town.api('createAlert', { body: alertOf('arancio') });
  await stage.enter(town);
  await expect(new DashboardPage(page).light(LOUD_SIGNAL, 'Arancio acceso, confermato')).toBeAttached();
  await expectNoSidewaysScroll(page, '400 %');
  for (const place of ['top', 'middle'] as const) {
    await page.evaluate((at) => scrollTo(0, at === 'top' ? 0 : document.body.scrollHeight / 2), place);
    expect(await shareOfPage(page), place).toBeGreaterThanOrEqual(0.5);
  }
});

function alertOf(color: 'arancio' | 'rosso') {
  const to = new Date(Date.now() + 2 * 3_600_000).toISOString();
  return { color, from: new Date().toISOString(), to, reason: 'Piena del torrente' };
}

/** Today and tomorrow. */
async function proposeTwice({ adminApi, api }: Town): Promise<void> {
  await adminApi('importZones', { query: {}, body: ZONES_CSV });
  await adminApi('uploadBulletin', { body: bulletinOfNow() });
  await api('saveMyZones', { body: { zones: ['Vald-A'] } });
}

/** Fails unless, at each size, all lights of one row of cards lie in the window with nothing over them. */
async function expectRowOfLamps(page: Page, state: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(() => wholeRows(page), `${state}, ${size.width} px`).toBeGreaterThanOrEqual(1);
    await expectNoSidewaysScroll(page, `${state}, ${size.width} px`);
  }
}

function wholeRows(page: Page): Promise<number> {
  return page.getByRole('article').evaluateAll((cards) => {
    const isWhole = (card: Element) => {
      const light = card.querySelector('[role="img"]');
      if (!light) return false;
      const { left, right, top, bottom } = light.getBoundingClientRect();
      return [top + 1, (top + bottom) / 2, bottom - 1].every((y) =>
        card.contains(document.elementFromPoint((left + right) / 2, y)),
      );
    };
    const topOf = (card: Element) => Math.round(card.getBoundingClientRect().top);
    const tops = [...new Set(cards.map(topOf))];
    return tops.filter((top) => cards.filter((card) => topOf(card) === top).every(isWhole)).length;
  });
}

/** Presses a button; fails when another control lies under the pointer before a second press would count. */
async function expectStillUnderPointer(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name, exact: true }).first();
  await button.hover();
  const came = await button.evaluate(
    (pressed, stillMs) =>
      new Promise<string[]>((resolve) => {
        const { left, top, width, height } = pressed.getBoundingClientRect();
        const others = new Set<string>();
        const until = performance.now() + stillMs;
        const look = () => {
          const under = document.elementFromPoint(left + width / 2, top + height / 2);
          const control = under?.closest('button:not([aria-disabled="true"]), a, label, input');
          if (control && control !== pressed) others.add(control.textContent);
          if (performance.now() < until) requestAnimationFrame(look);
          else resolve([...others]);
        };
        if (pressed instanceof HTMLElement) pressed.click();
        look();
      }),
    STILL_MS,
  );
  expect(came, `after the press on ${name}`).toEqual([]);
}

/** How much of the window's height nothing fixed or sticky lies over, in the middle of its width. */
function shareOfPage(page: Page): Promise<number> {
  return page.evaluate(() => {
    const isFixed = (element: Element | null): boolean =>
      element !== null &&
      (['fixed', 'sticky'].includes(getComputedStyle(element).position) || isFixed(element.parentElement));
    const heights = Array.from({ length: innerHeight }, (_, y) => y);
    return heights.filter((y) => !isFixed(document.elementFromPoint(innerWidth / 2, y))).length / innerHeight;
  });
}
