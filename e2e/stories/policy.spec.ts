import { expect } from '@playwright/test';
import { ADMIN } from '@semaforo/testing/credentials';
import { test } from '../harness/story.ts';

const TILES = 'https://tile.openstreetmap.org';
const TRANSPARENT_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

test('no screen breaks the security policy, logs an error, or calls another host except for tiles', async ({
  page,
  stage,
}) => {
  const town = await stage.town({ signals: ['Stazione'], lanterns: ['Darsena'] });
  const complaints: string[] = [];
  const asked = new Set<string>();
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('request', (request) => asked.add(new URL(request.url()).origin));
  await page.route(`${TILES}/**`, (route) =>
    route.fulfill({ body: TRANSPARENT_PIXEL, contentType: 'image/png' }),
  );
  await page.addInitScript(() => {
    // Reports a violation as an error of the page, so that it is collected too.
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      reportError(new Error(`policy: ${violatedDirective} ${blockedURI}`)),
    );
  });

  const response = await page.goto(town.origin);
  const policy = response?.headers()['content-security-policy'];
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain('unsafe');

  await stage.enter({ ...town, operator: ADMIN });
  await page.getByRole('button', { name: 'Pianifica' }).click();
  await expect(page.getByLabel('Giorno')).toBeVisible();
  for (const path of [
    'lanterna',
    'map',
    'history',
    'scheduled',
    'allerte',
    'user',
    'devices',
    'gestisci',
    'gestisci/mqtt',
  ]) {
    await page.goto(`${town.origin}/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await page.waitForLoadState('networkidle');
  }
  expect(complaints).toEqual([]);
  expect([...asked].sort()).toEqual([town.origin, TILES].sort());
});
