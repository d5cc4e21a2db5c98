import { expect } from '@playwright/test';
import { writesFor } from '@semaforo/contract/domain/channels';
import { test } from '../harness/story.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';

/** The server and the devices come back after waits of up to half a minute. */
const RECONNECTION_MS = 90_000;

test('the page shows the true state while the broker is down and after it returns', async ({
  page,
  stage,
}) => {
  const broker = await stage.mosquitto();
  const town = await stage.town({ signals: ['Diga Vecchia', 'Via Roma'], broker });
  await stage.enter(town);
  const dashboard = new DashboardPage(page);
  await expect(dashboard.light('Diga Vecchia', 'Verde acceso, confermato')).toBeVisible();
  await expect(dashboard.overview).toContainText('Connesso');
  await expect(dashboard.brokerBanner).toBeHidden();

  await test.step('while it is away, states are the last known ones and no command can be sent', async () => {
    await broker.kill();
    await expect(dashboard.brokerBanner).toBeVisible({ timeout: RECONNECTION_MS });
    await expect(dashboard.overview).toContainText('Disconnesso');
    for (const name of ['Diga Vecchia', 'Via Roma']) {
      await expect(dashboard.light(name, 'Non aggiornato, ultimo stato noto verde')).toBeVisible();
      await expect(dashboard.signal(name).getByText('ERRORE', { exact: true })).toBeHidden();
    }
    await expect(dashboard.setButton).toBeDisabled();
    await expect(town.api('sendCommand', { body: { command: 'rosso' } })).rejects.toMatchObject({
      status: 503,
    });
  });

  await test.step('when it is back, states are those that the devices report', async () => {
    town.device('Via Roma').show('giallo');
    await broker.start();
    await expect(dashboard.brokerBanner).toBeHidden({ timeout: RECONNECTION_MS });
    await expect(dashboard.light('Diga Vecchia', 'Verde acceso, confermato')).toBeVisible({
      timeout: RECONNECTION_MS,
    });
    await expect(dashboard.light('Via Roma', 'Giallo acceso, confermato')).toBeVisible({
      timeout: RECONNECTION_MS,
    });
  });

  await test.step('the refused rosso reached no device: the next command is the first they get', async () => {
    await dashboard.lightAll('arancio');
    for (const name of ['Diga Vecchia', 'Via Roma']) {
      await expect(dashboard.light(name, 'Arancio acceso, confermato')).toBeVisible();
      const { key, type } = town.device(name);
      await expect.poll(() => town.device(name).commands).toEqual(writesFor(type, key, 'arancio'));
    }
  });
});
