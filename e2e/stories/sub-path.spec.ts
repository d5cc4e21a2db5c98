import { expect, type Page } from '@playwright/test';
import { freePort } from '@semaforo/testing/free-port';
import { freePublicUrl, hasWebProxy, type ProxyName, startWebProxy } from '@semaforo/testing/web-proxy';
import { test } from '../harness/story.ts';
import { ConsoleFrame } from '../pages/console-frame.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';
import { LoginPage } from '../pages/login-page.ts';

const PATH = '/servizi/semaforo';

test.use({ serviceWorkers: 'allow' });

for (const name of ['nginx', 'caddy'] satisfies ProxyName[]) {
  test(`under a path of ${name}: log-in, live states, a command, every kind of file, and the server gone`, async ({
    page,
    stage,
  }) => {
    test.skip(!hasWebProxy(name), `${name} is not on this machine`);
    const url = await freePublicUrl(PATH);
    const port = await freePort();
    const proxy = await startWebProxy(name, { url, consolePort: port });
    try {
      const settings = { PORT: String(port), PUBLIC_URL: url.href, TRUSTED_PROXIES: '127.0.0.1' };
      const town = await stage.town({ signals: ['Stazione'], settings });
      const outside = listOutside(page, url);

      await page.goto(url.href);
      await expect(page).toHaveURL(`${url.href}/`);
      const login = new LoginPage(page, url.href);
      await login.open();
      await login.logIn(town.operator);
      await page.waitForURL(`${url.href}/dashboard`);
      const [cookie] = await page.context().cookies(`${url.href}/api/login`);
      expect(cookie).toMatchObject({ path: `${PATH}/api/login`, httpOnly: true });

      const dashboard = new DashboardPage(page);
      await expect(dashboard.light('Stazione', 'Verde acceso, confermato')).toBeVisible();
      await dashboard.lightAll('giallo');
      await expect(dashboard.light('Stazione', 'Giallo acceso, confermato')).toBeVisible();
      await page.getByRole('link', { name: 'Storico' }).click();
      await expect(page).toHaveURL(`${url.href}/history`);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Storico Comandi');
      expect((await page.request.get(`${url.href}/metrics`)).status()).toBe(404);
      expect((await page.request.get(`${url.href}/api/docs/style.css`)).status()).toBe(200);
      const manifest = await page.request.get(`${url.href}/manifest.webmanifest`);
      expect(await manifest.json()).toMatchObject({ start_url: `${PATH}/dashboard`, scope: `${PATH}/` });

      await page.goto(`${url.href}/dashboard`);
      await expect(dashboard.light('Stazione', 'Giallo acceso, confermato')).toBeVisible();
      await expect.poll(() => page.evaluate(() => caches.has('semaforo-states'))).toBe(true);
      await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
      expect(await keptShells(page)).toEqual([expect.stringMatching(`^semaforo-shell${PATH}-`)]);
      await town.stop();
      await page.goto(`${url.href}/dashboard`);
      await expect(new ConsoleFrame(page).cutBanner).toBeVisible();
      await expect(dashboard.light('Stazione', 'Non aggiornato, ultimo stato noto giallo')).toBeVisible();
      expect(outside).toEqual([]);
    } finally {
      await proxy.stop();
    }
  });
}

/** What the page asked of the proxy's host outside the console's path. */
function listOutside(page: Page, { origin, pathname }: URL): string[] {
  const outside: string[] = [];
  page.on('request', (request) => {
    const requested = new URL(request.url());
    if (requested.origin === origin && `${requested.pathname}/`.startsWith(`${pathname}/`)) return;
    if (requested.protocol.startsWith('http') && requested.port !== '9') outside.push(requested.href);
  });
  return outside;
}

function keptShells(page: Page): Promise<string[]> {
  return page.evaluate(async () => (await caches.keys()).filter((key) => key.startsWith('semaforo-shell')));
}
