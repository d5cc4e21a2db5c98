import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../harness/page-checks.ts';
import { test } from '../harness/story.ts';
import { ConsoleFrame } from '../pages/console-frame.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';

const PATHS = [
  '/dashboard',
  '/lanterna',
  '/map',
  '/allerte',
  '/history',
  '/scheduled',
  '/user',
  '/devices/1',
];

test.use({
  viewport: { width: 390, height: 844 },
  serviceWorkers: 'allow',
});

test('with the server gone every screen opens, says so with its age, and shows no lamp as lit now', async ({
  page,
  stage,
}) => {
  const town = await stage.town({ signals: ['Stazione'], lanterns: ['Darsena'] });
  await stage.enter(town);
  const dashboard = new DashboardPage(page);
  const frame = new ConsoleFrame(page);
  await expect(dashboard.light('Stazione', 'Verde acceso, confermato')).toBeVisible();
  await expect.poll(() => storesOf(page)).toEqual(['semaforo-shell', 'semaforo-states']);

  await town.stop();
  await page.reload();
  await expect(frame.cutBanner).toBeVisible();
  await expect(page.getByText(/Le luci sono le ultime sapute, alle \d\d:\d\d:\d\d/)).toBeVisible();
  await expect(dashboard.light('Stazione', 'Non aggiornato, ultimo stato noto verde')).toBeVisible();
  await expect(dashboard.setButton).toBeDisabled();
  await expectAccessible(page, 'dashboard without the server');
  for (const path of PATHS) {
    await page.goto(town.origin + path);
    await expect(frame.cutBanner).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('img', { name: /, confermat[oa]$/ })).toHaveCount(0);
  }
});

test('a page that this browser kept from another build is replaced as soon as the server is reached', async ({
  page,
  stage,
}) => {
  const town = await stage.town({ signals: ['Stazione'] });
  await stage.enter(town);
  await expect.poll(() => storesOf(page)).toEqual(['semaforo-shell', 'semaforo-states']);
  const kept = async () =>
    page.evaluate(
      async () => (await (await caches.match('/'))?.text())?.includes('kept-from-before') ?? false,
    );
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const store = await caches.open(name);
      const answer = await store.match('/');
      if (answer === undefined) continue;
      const text = (await answer.text()).replace('<head>', '<head><meta name="kept-from-before">');
      await store.put('/', new Response(text, { headers: answer.headers }));
    }
  });
  expect(await kept()).toBe(true);
  const requested = { body: '<div id="root"></div><script src="/assets/first-other.js"></script>', times: 1 };
  await page.route(
    `${town.origin}/`,
    (route) => route.fulfill({ contentType: 'text/html', ...requested }),
    requested,
  );
  await page.reload();
  // The page is loaded anew meanwhile, which ends what is asked of it.
  await expect(async () => expect(await kept()).toBe(false)).toPass();
  await expect(page.locator('meta[name="kept-from-before"]')).toHaveCount(0);
  await expect(new DashboardPage(page).light('Stazione', 'Verde acceso, confermato')).toBeVisible();
  await expect.poll(() => page.evaluate(async () => (await caches.match('/')) !== undefined)).toBe(true);
});

test('after the log-out this browser keeps nothing of what it was told', async ({ page, stage }) => {
  const town = await stage.town({ signals: ['Stazione'] });
  await stage.enter(town);
  await expect.poll(() => storesOf(page)).toEqual(['semaforo-shell', 'semaforo-states']);
  await new ConsoleFrame(page).menuButton.click();
  await page.getByRole('link', { name: 'Logout' }).click();
  await expect.poll(() => storesOf(page)).toEqual(['semaforo-shell']);

  await town.stop();
  await page.goto(`${town.origin}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Benvenuto' })).toBeVisible();
  await expect(page.getByText('Stazione')).toHaveCount(0);
});

test('the console can be installed: a manifest with icons that exist, and a worker that is never stored', async ({
  page,
  stage,
}) => {
  const { origin } = await stage.town({});
  const answer = await page.request.get(`${origin}/manifest.webmanifest`);
  const manifest = (await answer.json()) as { icons: { src: string; type: string }[] };
  expect(manifest).toMatchObject({ name: 'Semaforo', start_url: '/dashboard', display: 'standalone' });
  for (const { src, type } of manifest.icons) {
    const icon = await page.request.get(origin + src);
    expect(icon.headers()['content-type']).toContain(type);
  }
  const worker = await page.request.get(`${origin}/sw.js`);
  expect(worker.headers()['cache-control']).toBe('no-cache');
  expect(worker.headers()['content-security-policy']).toContain("worker-src 'self';manifest-src 'self'");
});

/** The kinds of stores that the page's origin has, once each is filled. */
function storesOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const filled: string[] = [];
    for (const name of await caches.keys()) {
      const store = await caches.open(name);
      if ((await store.keys()).length > 0) filled.push(name.split('-').slice(0, 2).join('-'));
    }
    return filled.sort();
  });
}
