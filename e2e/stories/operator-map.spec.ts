import { expect } from '@playwright/test';
import { place } from '../harness/places.ts';
import { refuse } from '../harness/refused-calls.ts';
import { test } from '../harness/story.ts';
import { ConsoleFrame } from '../pages/console-frame.ts';
import { MapPage } from '../pages/map-page.ts';

test('an operator reads the map without its tiles and saves its centre', async ({ page, stage }) => {
  const town = await stage.town({
    signals: ['Piazza', 'Stazione', 'Diga'],
    lanterns: ['Darsena'],
    settings: { TILE_ATTRIBUTION: '© Chi fa le mappe' },
  });
  await place(town, { Piazza: [41.9, 12.5], Stazione: [45.4, 9.2], Darsena: [40.8, 14.2] });
  town.device('Stazione').show('rosso');
  await stage.enter(town);
  const frame = new ConsoleFrame(page);
  const map = new MapPage(page);
  await frame.goTo('Mappa');
  await expect(page.getByText(/^Lo sfondo della mappa non si carica/)).toBeVisible();
  await expect(page.getByText('© Chi fa le mappe')).toBeVisible();

  await test.step('devices with a place are shown as they are, the others are left out', async () => {
    await expect(map.mark('Piazza: Verde acceso, confermato')).toBeVisible();
    await expect(map.mark('Stazione: Rosso acceso, confermato')).toBeVisible();
    await expect(map.mark('Darsena: Spenta, confermata')).toBeVisible();
    await expect(map.mark(/^Diga/)).toBeHidden();
    town.device('Piazza').show('giallo');
    await expect(map.mark('Piazza: Giallo acceso, confermato')).toBeVisible();
  });

  await test.step('a popup says name and state', async () => {
    await map.mark(/^Stazione/).click();
    await expect(map.popup('Stazione')).toContainText('Stato: rosso');
    await page.keyboard.press('Escape');
    await expect(map.popup('Stazione')).toBeHidden();
    await map.mark(/^Darsena/).press('Enter');
    await expect(map.popup('Darsena')).toContainText('Stato: spento');
    await map.popup('Darsena').getByRole('button', { name: 'Chiudi' }).click();
    await expect(map.popup('Darsena')).toBeHidden();
  });

  await test.step('a double click saves the new centre, without zooming', async () => {
    const before = await markDistance();
    const ground = await map.ground.boundingBox();
    if (ground === null) throw new Error('the map has no place on the page');
    await map.ground.dblclick({ position: { x: ground.width / 2 + 90, y: ground.height / 2 - 200 } });
    await expect(map.saved).toBeVisible();
    // The map moves there slowly: both marks stop only at the end.
    await expect.poll(markDistance).toBeCloseTo(before, 0);
    const { settings } = await town.api('listMySettings', { query: { prefix: 'map_' } });
    const saved = Object.fromEntries(settings.map(({ key, value }) => [key, Number(value)]));
    expect(saved.map_center_lat).toBeGreaterThan(43);
    expect(saved.map_center_lng).toBeGreaterThan(13);
  });

  await test.step('all devices are framed, and the former centre can be had again', async () => {
    await page.getByRole('button', { name: 'Inquadra i miei dispositivi' }).click();
    for (const name of [/^Piazza/, /^Stazione/, /^Darsena/]) await expect(map.mark(name)).toBeInViewport();
    await map.saveCentre.click();
    await expect(map.saved).toBeVisible();
    await page.getByRole('button', { name: 'Annulla' }).click();
    await expect(page.getByText('Il centro di prima è di nuovo salvato')).toBeVisible();
  });

  await test.step('next time the map opens there', async () => {
    await page.reload();
    await expect(map.mark(/^Piazza/)).toBeVisible();
    await expect.poll(piazzaBelowMiddle).toBeGreaterThan(120);
  });

  await test.step('a device in error says so, and one that never reported has no state', async () => {
    await frame.goTo('Dashboard');
    town.device('Stazione').behave({ kind: 'mute' });
    await town.api('sendCommand', { body: { command: 'verde' } });
    await frame.goTo('Mappa');
    await expect(map.mark(/^Stazione: In errore, ultimo stato noto/)).toBeVisible();
    // The saved centre leaves Stazione outside the window, where a press may miss it.
    await page.getByRole('button', { name: 'Inquadra i miei dispositivi' }).click();
    await expect(map.mark(/^Stazione/)).toBeInViewport();
    await map.mark(/^Stazione/).press('Enter');
    await expect(map.popup('Stazione').getByText('ERRORE', { exact: true })).toBeVisible();
    await town.adminApi('createDevice', {
      body: {
        topic: '/3/valdombra/silente',
        type: 'semaforo',
        userId: await ownerId(),
        latitude: 44,
        longitude: 12,
      },
    });
    await map.mark('/3/valdombra/silente: Nessun dato').click();
    await expect(map.popup('/3/valdombra/silente')).toContainText('Stato: n/d');
  });

  await test.step('when the centre is no number or cannot be read, the map opens at its default centre', async () => {
    await refuse(page, { method: 'GET', path: '/api/user/settings', answer: { status: 500 } });
    await page.reload();
    await expect(map.mark(/^Piazza/)).toBeVisible();
    await expect.poll(async () => Math.abs(await piazzaBelowMiddle())).toBeLessThan(25);
  });

  async function markDistance() {
    const [piazza, stazione] = [
      await map.mark(/^Piazza/).boundingBox(),
      await map.mark(/^Stazione/).boundingBox(),
    ];
    return Math.hypot((piazza?.x ?? 0) - (stazione?.x ?? 0), (piazza?.y ?? 0) - (stazione?.y ?? 0));
  }

  /** How far the middle of the mark is below that of the map, in pixels. */
  async function piazzaBelowMiddle() {
    const [ground, piazza] = [await map.ground.boundingBox(), await map.mark(/^Piazza/).boundingBox()];
    const middleOf = (box: typeof ground) => (box?.y ?? 0) + (box?.height ?? 0) / 2;
    return middleOf(piazza) - middleOf(ground);
  }

  async function ownerId() {
    const { users } = await town.adminApi('listUsers');
    return users.find(({ username }) => username === town.operator.username)?.id ?? 0;
  }
});
