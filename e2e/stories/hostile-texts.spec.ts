import { expect, type Locator, type Page } from '@playwright/test';
import { ADMIN } from '@semaforo/testing/credentials';
import { renameUser } from '../harness/former-names.ts';
import { expectNoSidewaysScroll } from '../harness/page-checks.ts';
import { refuse } from '../harness/refused-calls.ts';
import { shareTown, test } from '../harness/story.ts';
import { prepareSights, tour } from '../harness/tour.ts';
import { ConsoleFrame } from '../pages/console-frame.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';
import { HistoryPage } from '../pages/history-page.ts';
import { LoginPage } from '../pages/login-page.ts';
import { ManagementPage } from '../pages/management-page.ts';
import { MetricsPage } from '../pages/metrics-page.ts';

const MARKUP = '<img src=x onerror="document.title=\'colpito\'"><b>fine</b>';
const TURNED = '\u202Eossor\u202C <script>alert(1)</script>';
const ENDLESS = 'W'.repeat(10_000);
const LONGEST_USERNAME = `<svg onload=alert(1)>${'M'.repeat(107)}`;

const town = shareTown({
  signals: [MARKUP, 'Girato', 'Infinito'],
  formerNames: { Girato: TURNED, Infinito: ENDLESS },
  lanterns: [`Lanterna ${MARKUP.slice(0, 40)}`],
});

test.beforeAll(() => prepareSights(town(), { signal: MARKUP }));

for (const viewport of [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`${viewport.width} pixels wide`, () => {
    test.use({ viewport });

    test('hostile names are shown as typed on every screen, and do no harm to the page', async ({
      page,
      stage,
    }) => {
      const harm = watchForHarm(page);
      await stage.enter(town(), ADMIN);
      const sights = {
        username: town().operator.username,
        signal: MARKUP,
        lantern: `Lanterna ${MARKUP.slice(0, 40)}`,
      };
      await tour(page, sights, async (state) => {
        await expectNoSidewaysScroll(page, state);
        expect(await harm(), state).toEqual([]);
      });
      const dashboard = new DashboardPage(page);
      await new ConsoleFrame(page).goTo('Dashboard');
      for (const name of [MARKUP, TURNED, ENDLESS]) {
        await expect(dashboard.signal(name).getByRole('heading')).toHaveText(name);
      }
      await expectRoomBeside(dashboard.signal(ENDLESS));
      await new ConsoleFrame(page).goTo('Storico Comandi');
      const history = new HistoryPage(page);
      await expectRoomBeside(history.detail(ENDLESS).first());
      await history.group.click();
      await expectRoomBeside(history.groups.getByRole('row').filter({ hasText: ENDLESS }).first());
    });
  });
}

test('a device in error with a hostile name is named in full wherever it is reported', async ({
  page,
  stage,
}) => {
  const harm = watchForHarm(page);
  await stage.enter(town(), ADMIN);
  const dashboard = new DashboardPage(page);
  town().device(MARKUP).behave({ kind: 'mute' });
  town().device('Infinito').behave({ kind: 'mute' });
  await dashboard.lightAll('arancio');
  await expect(dashboard.failures(MARKUP)).toBeVisible();
  await expectNoSidewaysScroll(page, 'failures named');
  await new ConsoleFrame(page).goTo('Dispositivi');
  await expect(new MetricsPage(page).banner).toContainText(MARKUP);
  await expectNoSidewaysScroll(page, 'banner of the metrics');
  expect(await harm()).toEqual([]);
});

test('a name with invisible signs, or an endless one, is refused today', async () => {
  const device = { topic: '/3/altrove/s1', type: 'semaforo', userId: 1 } as const;
  for (const [name, message] of [
    [TURNED, 'Il nome del dispositivo contiene caratteri invisibili'],
    [ENDLESS, 'Il nome di un dispositivo ha al massimo 100 caratteri'],
  ] as const) {
    const creation = town().adminApi('createDevice', { body: { ...device, name } });
    await expect(creation).rejects.toMatchObject({ status: 400, message });
  }
});

test('hostile usernames, settings and sentences of a server are shown as they are', async ({
  page,
  stage,
}) => {
  const harm = watchForHarm(page);
  const { adminApi } = town();
  const hostile = { username: LONGEST_USERNAME, password: 'grandine-fitta-63' };
  const { id } = await adminApi('createUser', { body: { ...hostile, username: 'primo' } });
  const second = await adminApi('createUser', { body: { ...hostile, username: 'secondo' } });
  await renameUser(town().dataDir, id, LONGEST_USERNAME);
  await renameUser(town().dataDir, second.id, TURNED);
  await adminApi('saveUserSetting', {
    params: { id: String(id) },
    body: { nota: MARKUP, ['k'.repeat(64)]: ENDLESS },
  });
  const { devices } = await adminApi('listManagedDevices');
  const turned = devices.find(({ name }) => name === TURNED);
  await adminApi('assignDevice', { params: { id: turned?.id ?? 0 }, body: { userId: id } });
  await stage.enter(town(), ADMIN);
  const frame = new ConsoleFrame(page);
  await frame.goTo('Gestisci');
  const management = new ManagementPage(page);
  await management.pick(LONGEST_USERNAME).click();
  await management.act(LONGEST_USERNAME, 'Impostazioni').click();
  const settings = management.settingsOf(LONGEST_USERNAME);
  await expect(settings.getByLabel('Contenuto di nota')).toHaveValue(MARKUP);
  await expect(settings.getByLabel(`Contenuto di ${'k'.repeat(64)}`)).toHaveValue(ENDLESS);
  await expect(management.devicesOf(LONGEST_USERNAME)).toContainText(TURNED);
  await expect(management.pick(TURNED)).toHaveText(TURNED);
  await expectNoSidewaysScroll(page, 'management');

  await refuse(page, {
    method: 'POST',
    path: '/api/admin/users',
    answer: { status: 409, error: `${MARKUP} c’è già` },
  });
  await management.newUser.fill(hostile);
  await management.newUser.create.click();
  await expect(page.getByRole('tabpanel').getByRole('alert')).toContainText(`${MARKUP} c’è già`);

  await frame.goTo('Dispositivi');
  await expect(new MetricsPage(page).row(LONGEST_USERNAME)).toBeVisible();
  await expectNoSidewaysScroll(page, 'metrics');

  await frame.goTo('Logout');
  await new LoginPage(page, town().origin).logIn(hostile);
  await expect(new DashboardPage(page).signal(TURNED)).toBeVisible();
  await expectNoSidewaysScroll(page, 'the navbar of a hostile user');
  expect(await harm()).toEqual([]);
});

/** Fails when a very long name leaves no room for the other names. */
async function expectRoomBeside(what: Locator) {
  await expect(what).toBeVisible();
  await expect.poll(async () => (await what.boundingBox())?.height).toBeLessThan(600);
}

/** Records what an injected script or picture would do; the returned function gives the record. */
function watchForHarm(page: Page): () => Promise<string[]> {
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/x')) seen.push(`request ${request.url()}`);
  });
  return async () => {
    if ((await page.title()).includes('colpito')) seen.push('a script ran');
    const foreign = await page.locator('img[src="x"], svg[onload], b:text-is("fine")').count();
    if (foreign > 0) seen.push(`${foreign} elements of a name's own`);
    return seen;
  };
}
