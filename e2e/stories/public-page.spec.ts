import { expect, type Page } from '@playwright/test';
import { ADMIN } from '@semaforo/testing/credentials';
import { expectAccessible, expectNoSidewaysScroll } from '../harness/page-checks.ts';
import { shareTown, test } from '../harness/story.ts';
import type { Town } from '../harness/town.ts';

const SIGNALS = ['Stazione', 'Ponte', 'Sottopasso'];
const SIZES = [
  { width: 1280, height: 900 },
  { width: 360, height: 740 },
];

const town = shareTown({ signals: SIGNALS });

test.beforeAll(() => switchOn(town()));

async function switchOn({ adminApi }: Town): Promise<void> {
  const { users } = await adminApi('listUsers');
  const id = users.find(({ username }) => username !== ADMIN.username)?.id ?? 0;
  const body = { public_page: 'true', public_slug: 'valdombra', public_phone: '0123 456789' };
  await adminApi('saveUserSetting', { params: { id }, body });
}

const light = (color: 'verde' | 'rosso', deviceIds?: number[]) =>
  town().api('sendCommand', { body: { command: color, ...(deviceIds && { deviceIds }) } });

/** Errors that only the console of the browser shows. */
function listFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  return faults;
}

test('an open page shows a change at once, and once more what else has changed', async ({ page }) => {
  const faults = listFaults(page);
  await expect.poll(async () => (await page.request.get(`${town().origin}/c/valdombra`)).status()).toBe(200);
  await page.goto(`${town().origin}/c/valdombra`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Verde');
  await expect(page.getByText('Nessuna allerta')).toBeVisible();
  const loads: string[] = [];
  page.on('framenavigated', (frame) => loads.push(frame.url()));
  // The first time that the page reads again it gets what a cache still has of before.
  const before = await (await page.request.get(`${town().origin}/c/valdombra`)).text();
  const answeredByCache = page.waitForResponse((response) => response.headers()['x-cache'] === 'old');
  await page.route(
    '**/c/valdombra',
    (route) => route.fulfill({ body: before, headers: { 'x-cache': 'old' } }),
    {
      times: 1,
    },
  );
  await light('rosso');
  await expect(heading).toHaveText('Rosso');
  await expect(page.locator('.columns')).toHaveAttribute('aria-busy', 'true');
  await (await answeredByCache).finished();
  await expect(heading).toHaveText('Rosso');
  await expect(page.getByText('Allerta rossa in corso')).toBeVisible();
  await expect(page.locator('.signals').getByText('rosso').first()).toBeVisible();
  await expect(page.getByText('Resta in casa, ai piani alti')).toBeVisible();
  await expect(page.locator('.changes').getByText('Rosso, su 3 segnali di 3')).toBeVisible();
  expect(loads).toEqual([]);
  expect(faults).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
  await light('verde');
  await expect(heading).toHaveText('Verde');
});

test('no state of it has an accessibility fault, light or dark, nor scrolls sideways', async ({ page }) => {
  const [id = 0] = (await town().api('listDeviceStatuses')).map((device) => device.id);
  const lookAt = async (state: string) => {
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectAccessible(page, `${state}, ${size.width}, ${colorScheme}`);
        await expectNoSidewaysScroll(page, `${state}, ${size.width}`);
      }
    }
  };
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto(`${town().origin}/c/valdombra?lang=de`);
  await expect(heading).toHaveText('Grün');
  await lookAt('all verde');
  await light('rosso', [id]);
  await expect(heading).toHaveText('1 Signal: rot');
  await lookAt('one rosso');
  await page.goto(`${town().origin}/c/valdombra/${id}`);
  await expect(heading).toHaveText('Rosso');
  await lookAt('a signal');
  await page.goto(`${town().origin}/c/valdombra/${id}/foglio`);
  await expect(page.getByRole('img', { name: /^Codice QR/ })).toBeVisible();
  await lookAt('its sheet');
  await page.goto(`${town().origin}/c/valdombra/embed`);
  await lookAt('the embed');
  await light('verde', [id]);
  town().device('Ponte').show('spento');
  await page.goto(`${town().origin}/c/valdombra`);
  await expect(heading).toHaveText('Non disponibile');
  await expect(page.getByText('Non vuol dire che non c’è allerta.')).toBeVisible();
  await expect(page.getByText('Nessuna allerta')).toHaveCount(0);
  await lookAt('not known');
});

test.describe('a browser that can be told something', () => {
  test.use({ serviceWorkers: 'allow', permissions: ['notifications'] });

  test('is told of a Comune once a citizen asks for it, and no more with one press', async ({ page }) => {
    const faults = listFaults(page);
    // Only the maker of a browser can give it an address; the rest is real.
    await page.addInitScript(() => {
      let subscription: object | null = null;
      const bytes = (length: number) => Uint8Array.from({ length }, (_, index) => index).buffer;
      const made = async () => {
        const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
          'deriveKey',
        ]);
        const point = await crypto.subtle.exportKey('raw', publicKey);
        return {
          endpoint: 'https://fcm.googleapis.com/fcm/send/cittadino',
          getKey: (name: string) => (name === 'auth' ? bytes(16) : point),
          unsubscribe: () => {
            subscription = null;
            return Promise.resolve(true);
          },
        };
      };
      Object.assign(PushManager.prototype, {
        subscribe: async () => {
          subscription = await made();
          return subscription;
        },
        getSubscription: () => Promise.resolve(subscription),
      });
    });
    await page.goto(`${town().origin}/c/valdombra`);
    await page.getByLabel('A partire da').selectOption('arancio');
    await page.getByRole('button', { name: 'Avvisami su questo telefono' }).click();
    await expect(page.getByText('Ti avvisiamo su questo telefono.')).toBeVisible();
    await expectAccessible(page, 'told');
    const leaving = page.waitForRequest((request) => request.method() === 'DELETE');
    await page.getByRole('button', { name: 'Non avvisarmi più' }).click();
    expect((await (await leaving).response())?.status()).toBe(204);
    await expect(page.getByRole('button', { name: 'Avvisami su questo telefono' })).toBeVisible();
    expect(faults).toEqual([]);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('it is whole, and says that it must be loaded again', async ({ page }) => {
    await page.goto(`${town().origin}/c/valdombra`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Ricarica la pagina per l’ora esatta')).toBeVisible();
    await expect(page.getByText('la pagina si aggiorna da sola')).toBeHidden();
    await expect(page.getByRole('link', { name: 'Stazione' })).toBeVisible();
    await expect(page.getByRole('button', { name: /Avvisami/ })).toBeHidden();
  });
});
