import { ADMIN } from '@semaforo/testing/credentials';
import { startFakeTelegram } from '@semaforo/testing/fake-telegram';
import { expect, onTestFinished, test } from 'vitest';
import { startApp } from '../../test/running-app.ts';

test('an admin tries the channel of a Comune, and reads what Telegram said', async () => {
  const telegram = await startFakeTelegram();
  onTestFinished(() => telegram.stop());
  const app = await startApp({ settings: telegram.settings, withoutBroker: true });
  onTestFinished(() => app.stop());
  const admin = await app.logIn(ADMIN);
  const { id, client } = await app.createOperator('valdombra');
  const trial = { params: { id: String(id) }, body: {} };
  expect(await admin.attempt('testChannel', trial)).toMatchObject({ status: 409 });
  expect(await client.attempt('testChannel', trial)).toMatchObject({ status: 403 });
  const unknown = { params: { id: '999' }, body: {} };
  expect(await admin.attempt('testChannel', unknown)).toMatchObject({ status: 404 });

  await admin('saveUserSetting', { params: { id }, body: { telegram_channel: '@comune_valdombra' } });
  expect(await admin('testChannel', trial)).toEqual({ failure: null });
  expect(telegram.textsTo('@comune_valdombra')).toEqual([
    'PROVA: qui Semaforo scriverà ai cittadini il livello dei semafori. Nessuna allerta.',
  ]);
  const { entries } = await admin('listAudit');
  // Refusals are in it too, stored a little later.
  const done = entries.filter(({ outcome }) => outcome === 'riuscita');
  expect(done.find(({ action }) => action === 'settings.channel-test')).toMatchObject({
    target: `user:${id}`,
    after: { channel: '@comune_valdombra', failure: null },
  });
});
