import { ADMIN } from '@semaforo/testing/credentials';
import { startFakeTelegram } from '@semaforo/testing/fake-telegram';
import { freePort } from '@semaforo/testing/free-port';
import { nationalBulletin, ZONES_CSV } from '@semaforo/testing/national-bulletin';
import { until } from '@semaforo/testing/until';
import { expect, test } from 'vitest';
import { linkChat } from '../../test/linked-chat.ts';
import { startApp } from '../../test/running-app.ts';

const HOUR_MS = 3_600_000;
/** Saturday 21 November 2026, 15:30 in Rome. */
const SATURDAY = Date.UTC(2026, 10, 21, 14, 30);

test('a bulletin that is not up to date is told to every linked chat, once', async () => {
  const fake = await startFakeTelegram();
  const started = Date.now();
  let ahead = 0;
  const app = await startApp({
    withoutBroker: true,
    clock: { now: () => SATURDAY + Date.now() - started + ahead },
    // Nobody answers there: what is known grows old.
    settings: { ...fake.settings, BULLETIN_URL: `http://127.0.0.1:${await freePort()}/elenco` },
    bulletinTiming: { everyMs: 50, retry: { minMs: 50, maxMs: 50 }, withinMs: 1000 },
  });
  try {
    const admin = await app.logIn(ADMIN);
    await admin('importZones', { body: ZONES_CSV });
    const { client } = await app.createOperator('anna');
    const texts = await linkChat(fake, client, 7);
    await admin('uploadBulletin', {
      body: nationalBulletin({ tomorrow: [{ name: 'Alto Torno', idraulico: 'giallo' }] }),
    });
    const notified = () => texts().filter((text) => text.includes('Bollettino non aggiornato'));
    expect(notified()).toEqual([]);
    ahead = 31 * HOUR_MS;
    await until('the chat is told', () => notified().length > 0);
    const readings = async () => (await (await app.logIn(ADMIN))('getBulletinReader')).last_tried_at;
    const before = await readings();
    await until('it was looked at again', async () => (await readings()) !== before);
    expect(notified()).toHaveLength(1);
    expect(notified()[0]).toContain('Nessuna lampada cambia');
  } finally {
    await app.stop();
    await fake.stop();
  }
});
