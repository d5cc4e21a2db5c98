import { expect, type Page } from '@playwright/test';
import { logIn } from '@semaforo/client';
import { ADMIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { importSignals, placedSignals } from '../harness/many-signals.ts';
import { test } from '../harness/story.ts';

const SIGNALS = 80_000;
const DEFAULT_CENTRE = { latitude: 41.9, longitude: 12.5 };

test('a map of 80,000 signals shows them all, zooming finds one, and its report redraws its mark only', async ({
  page,
  stage,
}) => {
  const town = await stage.town({ signals: ['Diga Vecchia'] });
  // Before a page of the same user is open, which shares what they may read at once.
  const admin = await logIn(town, ADMIN);
  const [dam] = (await admin('listManagedDevices')).devices;
  await admin('updateDevice', { params: { id: String(dam?.id) }, body: DEFAULT_CENTRE });
  await importSignals(town.origin, placedSignals(SIGNALS));
  await stage.enter({ ...town, operator: ADMIN });

  await page.route(/openstreetmap/, (route) => route.abort());
  await page.goto(`${town.origin}/map`);
  await expect.poll(() => countDevices(page), { timeout: 300_000 }).toBe(SIGNALS + 1);

  const mark = page.getByRole('button', { name: /^Diga Vecchia/ });
  await until('Diga Vecchia stands alone', async () => {
    if (await mark.isVisible()) return true;
    await page.getByRole('button', { name: 'Ingrandisci' }).click();
    await untilStill(page);
    return false;
  });
  await expect(mark).toHaveAccessibleName('Diga Vecchia: Verde acceso, confermato');
  // Other devices are in view too: their marks must not be drawn again.
  expect(await countDevices(page)).toBeGreaterThan(1);

  await watchMarks(page);
  // By itself: the strip of a command would make the map smaller, and marks leave the view.
  town.device('Diga Vecchia').show('rosso');
  await expect(mark).toHaveAccessibleName('Diga Vecchia: Rosso acceso, confermato');
  expect(await page.evaluate(() => [...globalThis.repainted])).toEqual(['Diga Vecchia']);

  await mark.click();
  await expect(page.getByRole('region', { name: 'Diga Vecchia' })).toContainText('Stato: rosso');
});

/**
 * Resolves when the marks on the map are the same twice in a row: then no zoom is under way and no answer of the
 * index is awaited.
 */
async function untilStill(page: Page): Promise<void> {
  const marks = page.locator('.leaflet-marker-icon');
  const moves = page.locator('.leaflet-zoom-anim, [aria-busy=true]');
  let before: string | undefined;
  await expect
    .poll(
      async () => {
        // A zoom begins with the next frame and is over with the one after its last: a busy machine draws them late.
        await page.evaluate(
          () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(null)))),
        );
        const isMoving = (await moves.count()) > 0;
        const now = (await marks.evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel))).join();
        const isStill = !isMoving && now === before;
        before = isMoving ? undefined : now;
        return isStill;
      },
      { intervals: [300] },
    )
    .toBe(true);
}

declare global {
  var repainted: Set<string>;
}

/** How many devices all marks on the map contain. */
function countDevices(page: Page): Promise<number> {
  return page
    .locator('.leaflet-marker-icon')
    .evaluateAll((marks) =>
      marks.reduce((sum, mark) => sum + Number(/^(\d+) dispositivi/.exec(mark.ariaLabel ?? '')?.[1] ?? 1), 0),
    );
}

/** From now on `repainted` gathers the names of the marks in which anything changes. */
async function watchMarks(page: Page): Promise<void> {
  await page.evaluate(() => {
    globalThis.repainted = new Set();
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const label = element?.closest('.leaflet-marker-icon')?.ariaLabel ?? 'the pane itself';
        globalThis.repainted.add(label.replace(/:.*/, ''));
      }
    }).observe(document.querySelector('.leaflet-marker-pane') ?? document, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    });
  });
}
