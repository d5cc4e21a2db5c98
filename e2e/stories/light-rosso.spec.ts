import { expect } from '@playwright/test';
import { writesFor } from '@semaforo/contract/domain/channels';
import { test } from '../harness/story.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';

test('an operator lights rosso everywhere and each lamp changes only when its own device confirms', async ({
  page,
  stage,
}) => {
  const names = ['Piazza Municipio', 'Ponte sul Torno', 'Scuola Manzoni'];
  const town = await stage.town({ signals: names, settings: { COMMAND_CONFIRM_MS: '60000' } });
  for (const name of names) town.device(name).behave({ kind: 'held' });
  await stage.enter(town);
  const dashboard = new DashboardPage(page);

  for (const name of names) await expect(dashboard.light(name, 'Verde acceso, confermato')).toBeVisible();
  await dashboard.lightAll('rosso');

  const waiting = 'Verde acceso e confermato, rosso richiesto, in attesa';
  for (const name of names) {
    await expect(dashboard.light(name, waiting)).toBeVisible();
    await expect(dashboard.signal(name).getByText('In attesa: rosso')).toBeVisible();
  }

  const [first = '', ...others] = names;
  town.device(first).release();
  await expect(dashboard.light(first, 'Rosso acceso, confermato')).toBeVisible();
  for (const name of others) await expect(dashboard.light(name, waiting)).toBeVisible();
  await expect(dashboard.progress).toContainText('1/3 confermati');

  for (const name of others) town.device(name).release();
  for (const name of names) {
    await expect(dashboard.light(name, 'Rosso acceso, confermato')).toBeVisible();
    const { key, type } = town.device(name);
    await expect.poll(() => town.device(name).commands).toEqual(writesFor(type, key, 'rosso'));
  }
  await expect(dashboard.progress).toContainText('3/3 confermati');
});

test('opening the console, reloading it and watching it command no device', async ({ page, stage }) => {
  const town = await stage.town({ signals: ['Stazione'] });
  await stage.enter(town);
  const dashboard = new DashboardPage(page);
  await expect(dashboard.light('Stazione', 'Verde acceso, confermato')).toBeVisible();
  await page.reload();
  town.device('Stazione').show('arancio');
  await expect(dashboard.light('Stazione', 'Arancio acceso, confermato')).toBeVisible();
  // The list of the signal would begin with any command that was sent earlier.
  await town.api('sendCommand', { body: { command: 'rosso' } });
  const { key, type } = town.device('Stazione');
  await expect.poll(() => town.device('Stazione').commands).toEqual(writesFor(type, key, 'rosso'));
});
