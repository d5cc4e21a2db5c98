import { expect } from '@playwright/test';
import { logIn } from '@semaforo/client';
import { outsideBrokerSettings } from '@semaforo/testing/broker-settings';
import { startBuiltServer } from '@semaforo/testing/built-server';
import { ADMIN } from '@semaforo/testing/credentials';
import { puback, startRawBroker } from '@semaforo/testing/raw-broker';
import { until } from '@semaforo/testing/until';
import { importSignals, placedSignals } from '../harness/many-signals.ts';
import { test } from '../harness/story.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';
import { LoginPage } from '../pages/login-page.ts';

/** At the 500 a second that a console believes in before it has measured. */
const SIGNALS = 22_500;

test('a command to a whole region says how long it will take, and is stopped', async ({ page }) => {
  const broker = await startRawBroker();
  const server = await startBuiltServer(outsideBrokerSettings(broker.port));
  try {
    await importSignals(server.origin, placedSignals(SIGNALS));
    const admin = await logIn(server, ADMIN);
    await until('the broker is joined', async () => (await admin('getBrokerStatus')).connected);
    const login = new LoginPage(page, server.origin);
    await login.open();
    await login.logIn(ADMIN);
    const dashboard = new DashboardPage(page);
    await dashboard.setButton.click();
    await expect(page.getByText('L’invio durerà circa 45 s')).toBeVisible();

    // The broker takes nothing for now: most signals wait.
    const held: number[] = [];
    broker.onPublish(({ messageId }) => void held.push(messageId));
    await dashboard.lightAll('rosso');
    await page.getByRole('button', { name: 'Ferma l’invio' }).click();
    await expect(dashboard.progress.getByText(/annullati$/).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Ferma l’invio' })).toBeHidden();
    const handedOver = new Set(held).size;
    const { deliveries = [] } = (await admin('getLastCommand')) ?? {};
    const stopped = deliveries.filter(({ state }) => state === 'annullato').length;
    expect(stopped).toBeGreaterThanOrEqual(SIGNALS - handedOver);
    broker.send(...held.map((messageId) => puback(messageId)));
  } finally {
    await server.stop();
    await broker.stop();
  }
});
