import { expect } from '@playwright/test';
import { ADMIN } from '@semaforo/testing/credentials';
import { sentCalls } from '../harness/sent-calls.ts';
import { shareTown, test } from '../harness/story.ts';
import { BrokerPanel } from '../pages/broker-panel.ts';
import { ConsoleFrame } from '../pages/console-frame.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';
import { ManagementPage } from '../pages/management-page.ts';
import { MetricsPage } from '../pages/metrics-page.ts';
import { ProfilePanel } from '../pages/profile-panel.ts';
import { Question } from '../pages/question.ts';

const town = shareTown({
  signals: ['Stazione', 'Piazza'],
  lanterns: ['Darsena'],
});

test('an admin sees every device with its metrics, grouped by owner, failing ones first', async ({
  page,
  stage,
}) => {
  const { adminApi, api, operator } = town();
  const { id } = await adminApi('createUser', {
    body: { username: 'altrove', password: 'grandine-fine-55' },
  });
  await adminApi('createDevice', { body: { topic: '/3/altrove/s1', type: 'semaforo', userId: id } });
  await stage.enter(town(), ADMIN);
  await new ConsoleFrame(page).goTo('Dispositivi');
  const metrics = new MetricsPage(page);
  await expect(metrics.banner).toHaveText('Nessun dispositivo in errore');
  await expect(metrics.headers).toHaveText([
    'ID',
    'Nome',
    'Topic',
    'Tipo',
    'Stato',
    'Errore',
    'Temp',
    'Vcc',
    'Uptime',
    'Agg. Stato',
    'Agg. Metriche',
  ]);
  await expect(metrics.row('/3/altrove/s1')).toContainText(
    /-\s*\/3\/altrove\/s1\s*semaforo\s*-\s*Mai sentito/,
  );
  await expect(metrics.rows).toContainText([
    'ID',
    'altrove',
    's1',
    operator.username,
    'Darsena',
    'Piazza',
    'Stazione',
  ]);

  town().device('Stazione').behave({ kind: 'mute' });
  await api('sendCommand', { body: { command: 'giallo' } });
  await expect(metrics.banner).toHaveText('1 dispositivo in errore: Stazione');
  await expect(metrics.row('Stazione')).toContainText('Errore');
  await expect(metrics.row('Piazza')).toContainText('OK');
  await expect(metrics.rows).toContainText([
    'ID',
    'altrove',
    's1',
    operator.username,
    'Stazione',
    'Darsena',
    'Piazza',
  ]);

  town().device('Piazza').behave({ kind: 'mute' });
  await api('sendCommand', { body: { command: 'verde' } });
  await expect(metrics.banner).toHaveText('2 dispositivi in errore: Piazza, Stazione');

  for (const name of ['Stazione', 'Piazza']) {
    town().device(name).behave({ kind: 'obedient' });
    town().device(name).reportMetrics();
    town().device(name).show('verde');
  }
  await expect(metrics.banner).toHaveText('Nessun dispositivo in errore');
  await page.reload();
  await expect(metrics.row('Piazza')).toContainText(/\d °C/);
  await expect(metrics.row('Piazza')).toContainText('3,3 V');
  await expect(metrics.row('Piazza')).toContainText(/\d+ s/);
  await metrics.search.fill('dars');
  await expect(metrics.row('Darsena')).toBeVisible();
  await expect(metrics.row('Piazza')).toBeHidden();

  await adminApi('deleteUser', { params: { id: String(id) } });
  await page.reload();
  await expect(metrics.rows).toContainText(['ID', operator.username, /.*/, /.*/, /.*/, 'Sconosciuto', 's1']);
});

test('an admin reads and saves the broker’s configuration, and a wrong one is refused', async ({
  page,
  stage,
}) => {
  await stage.enter(town(), ADMIN);
  const frame = new ConsoleFrame(page);
  await frame.goTo('Gestisci');
  await new ManagementPage(page).brokerTab.click();
  const broker = new BrokerPanel(page);
  await expect(broker.panel).toContainText('Stato connessione: Connesso');
  await expect(broker.host).toHaveValue('127.0.0.1');
  await expect(broker.username).toHaveValue('semaforo');
  await expect(broker.password).toHaveValue('********');

  await test.step('the form needs host and port', async () => {
    const host = await broker.host.inputValue();
    const port = await broker.port.inputValue();
    await broker.host.fill('');
    await broker.save.click();
    await expect(broker.host).toBeFocused();
    await broker.host.fill(host);
    await broker.port.fill('');
    await broker.save.click();
    await expect(broker.port).toBeFocused();
    await broker.port.fill(port);
  });

  await test.step('what is stored is saved again', async () => {
    await broker.save.click();
    await expect(page.getByText('Configurazione aggiornata')).toBeVisible();
    await expect(broker.panel).toContainText('Stato connessione: Connesso');
  });

  await test.step('a broker that refuses the connection is not adopted', async () => {
    await broker.password.fill('non-è-questa');
    await broker.save.click();
    await expect(page.getByRole('alert')).toContainText('Errore salvataggio configurazione');
    await page.goto(`${town().origin}/gestisci/mqtt`);
    await expect(broker.password).toHaveValue('********');
    await expect(broker.panel).toContainText('Stato connessione: Connesso');
    await frame.goTo('Dashboard');
    await expect(new DashboardPage(page).overview).toContainText('Connesso');
  });
});

test('an admin who has settings of their own saves them after a question', async ({ page, stage }) => {
  const { adminApi } = town();
  await stage.enter(town(), ADMIN);
  const frame = new ConsoleFrame(page);
  const profile = new ProfilePanel(page);
  await frame.goTo('Profilo');
  await expect(profile.passwordTab).toBeVisible();
  await expect(profile.settingsTab).toBeHidden();

  await adminApi('saveMySettings', { body: { nota: 'prima', map_center_lat: '45' } });
  await frame.goTo('Gestisci');
  await new ManagementPage(page).profileTab.click();
  await page.reload();
  await new ManagementPage(page).profileTab.click();
  await profile.settingsTab.click();
  await expect(profile.setting('nota')).toHaveValue('prima');
  await profile.setting('nota').fill('seconda');
  const question = new Question(page, 'Confermi salvataggio impostazioni?');
  await profile.saveSettings.click();
  const saves = sentCalls(page, { method: 'PUT', path: '/api/user/settings' });
  await question.decline.click();
  await expect(question.dialog).toBeHidden();
  await profile.saveSettings.click();
  await question.accept.click();
  await expect(page.getByText('✅ Impostazioni aggiornate con successo!')).toBeVisible();
  expect(await note()).toBe('seconda');
  expect(saves).toHaveLength(1);

  async function note() {
    const { settings } = await adminApi('listMySettings');
    return settings.find(({ key }) => key === 'nota')?.value;
  }
});
