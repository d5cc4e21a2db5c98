import { expect } from '@playwright/test';
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

test('the dashboard is sent the devices once when it opens, then shows what they report', async ({
  page,
  stage,
}) => {
  const town = await stage.town({ signals: ['Stazione'] });
  await stage.enter(town);
  const dashboard = new DashboardPage(page);
  await expect(dashboard.light('Stazione', 'Verde acceso, confermato')).toBeVisible();
  const answers: number[] = [];
  page.on('response', (answer) => {
    if (new URL(answer.url()).pathname === '/api/device-status') answers.push(answer.status());
  });
  await page.reload();
  await expect(dashboard.light('Stazione', 'Verde acceso, confermato')).toBeVisible();
  await expect(page.getByText('In diretta', { exact: true })).toBeVisible();
  town.device('Stazione').show('arancio');
  await expect(dashboard.light('Stazione', 'Arancio acceso, confermato')).toBeVisible();
  // Once the socket is there it asks whether anything changed since.
  expect(answers.filter((status) => status !== 304)).toEqual([200]);
});
