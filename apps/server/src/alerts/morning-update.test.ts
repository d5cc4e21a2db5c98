import { existsSync, readFileSync } from 'node:fs';
import { ADMIN } from '@semaforo/testing/credentials';
import { topology } from '@semaforo/testing/national-bulletin';
import { until } from '@semaforo/testing/until';
import { expect, test } from 'vitest';
import { startApp } from '../../test/running-app.ts';

/** Wednesday 1 April 2026, 08:30 in Rome. */
const MORNING = Date.UTC(2026, 3, 1, 6, 30);
// Real bulletins are not part of this repository.
const dpc = process.env.SEMAFORO_DPC ?? new URL('../../../../../shared/data/dpc', import.meta.url).pathname;

test.skipIf(!existsSync(dpc))('the update of 1 April 2026, 06:14, proposes rossa for 1 April', async () => {
  const sample = (name: string) => readFileSync(`${dpc}/${name}`, 'utf8');
  const { _nota, ...envelope } = JSON.parse(sample('20260401_0614.EXCERPT.json')) as Record<string, unknown>;
  const app = await startApp({ clock: { now: () => MORNING }, withoutBroker: true });
  try {
    const admin = await app.logIn(ADMIN);
    const { id, client } = await app.createOperator('aquila');
    await admin('importZones', { body: sample('zone.csv') });
    await admin('saveUserZones', { params: { id }, body: { zones: ['Abru-B'] } });
    const name = "Bacino dell'Aterno";
    await admin('uploadBulletin', {
      body: {
        envelope,
        today: topology([{ name, idraulico: 'giallo' }]),
        tomorrow: topology([{ name, idraulico: 'rosso' }]),
      },
    });
    const alerts = await until('it is proposed', async () => {
      const found = await client('listAlerts');
      return found.length > 0 && found;
    });
    expect(alerts).toMatchObject([
      {
        color: 'rosso',
        state: 'proposta',
        from: '2026-03-31T22:00:00.000Z',
        to: '2026-04-01T21:59:00.000Z',
      },
    ]);
  } finally {
    await app.stop();
  }
});
