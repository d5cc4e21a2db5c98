import { expect } from '@playwright/test';
import { sentCalls } from '../harness/sent-calls.ts';
import { test } from '../harness/story.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';

const FIRST_SCREEN_LIMIT_BYTES = 180_000;

test('the first screen after log-in takes less than 180 KB of compressed script, without map, chart and form checks', async ({
  page,
  stage,
}) => {
  const town = await stage.town({ signals: ['Stazione'] });
  await stage.enter(town);
  await expect(new DashboardPage(page).light('Stazione', 'Verde acceso, confermato')).toBeVisible();
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize })),
  );
  expect(scripts.every(({ bytes }) => bytes > 0)).toBe(true);
  expect(scripts.filter(({ name }) => /map|chart|management/.test(name))).toEqual([]);
  expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(FIRST_SCREEN_LIMIT_BYTES);
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
