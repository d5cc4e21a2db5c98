import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect } from '@playwright/test';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { test } from '../harness/story.ts';

const TRANSPARENT_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

test.use({ serviceWorkers: 'allow' });

test('no screen breaks the security policy, logs an error, or calls another host, tiles included', async ({
  page,
  stage,
}) => {
  const port = await freePort();
  const tiles = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(TRANSPARENT_PIXEL);
  });
  tiles.listen(port, '127.0.0.1');
  await once(tiles, 'listening');
  const town = await stage.town({
    signals: ['Stazione'],
    lanterns: ['Darsena'],
    settings: { TILE_URL: `http://127.0.0.1:${port}/{z}/{x}/{y}.png` },
  });
  const complaints: string[] = [];
  const requested = new Set<string>();
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('request', (request) => requested.add(new URL(request.url()).origin));
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
  expect([...requested]).toEqual([town.origin]);
  tiles.close();
});
