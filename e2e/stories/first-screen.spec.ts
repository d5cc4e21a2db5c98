import { expect } from '@playwright/test';
import { sentCalls } from '../harness/sent-calls.ts';
import { test } from '../harness/story.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';

/** On a phone's network at night: what a town waits for before it sees its lamps. */
const FIRST_VISIT_LIMIT_BYTES = 200_000;

test('the first visit of the dashboard takes at most 200 kB, without map, chart and form checks', async ({
  page,
  stage,
}) => {
  const signals = Array.from({ length: 12 }, (_, index) => `Ponte ${index + 1}`);
  const town = await stage.town({ signals });
  await stage.enter(town);
  const dashboard = new DashboardPage(page);
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.reload();
  await expect(dashboard.light('Ponte 12', 'Verde acceso, confermato')).toBeVisible();
  await expect(page.getByText('Nessuna allerta in corso')).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const loaded = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, bytes: encodedBodySize })),
  );
  const scripts = loaded.filter(({ path }) => path.endsWith('.js'));
  expect(scripts.filter(({ path }) => /map|chart|management/.test(path))).toEqual([]);
  for (const kind of [/\.js$/, /\.css$/, /\.woff2$/, /^\/api\/device-status$/]) {
    expect(
      loaded.some(({ path, bytes }) => kind.test(path) && bytes > 0),
      String(kind),
    ).toBe(true);
  }
  expect(loaded.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(FIRST_VISIT_LIMIT_BYTES);
});

test('the dashboard reads the devices ahead of its socket and with it, then shows what they report', async ({
  page,
  stage,
}) => {
  const town = await stage.town({ signals: ['Stazione'] });
  await stage.enter(town);
  const dashboard = new DashboardPage(page);
  await expect(dashboard.light('Stazione', 'Verde acceso, confermato')).toBeVisible();
  const readings = sentCalls(page, { method: 'GET', path: '/api/device-status' });
  await page.reload();
  await expect(dashboard.light('Stazione', 'Verde acceso, confermato')).toBeVisible();
  await expect(page.getByText('In diretta', { exact: true })).toBeVisible();
  await expect.poll(() => readings.length).toBe(2);
  town.device('Stazione').show('arancio');
  await expect(dashboard.light('Stazione', 'Arancio acceso, confermato')).toBeVisible();
  expect(readings).toHaveLength(2);
});
