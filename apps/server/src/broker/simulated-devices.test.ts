import { freeSimulatedTopic } from '@semaforo/contract/domain/simulated';
import { ADMIN } from '@semaforo/testing/credentials';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OPERATOR_PASSWORD, type RunningApp, startApp, untilStatus } from '../../test/running-app.ts';
import { createTestDatabasePlace, type TestDatabasePlace } from '../../test/test-database.ts';

const TOPIC = freeSimulatedTopic([]);

describe.each(['{key}/{channel}/set', '{key}/{channel}'])(
  'a simulated signal commanded on %s',
  (template) => {
    let app: RunningApp;
    let place: TestDatabasePlace;
    let start: () => Promise<RunningApp>;

    beforeEach(async () => {
      place = await createTestDatabasePlace('sqlite');
      start = () => startApp({ dataDir: place.dataDir, settings: { COMMAND_TOPIC: template } });
      app = await start();
    });
    afterEach(async () => {
      await app.stop();
      await place.remove();
    });

    test('confirms what it is commanded, shows it after a restart, and is gone when it is deleted', async () => {
      const operator = await app.createOperator('valdombra');
      const id = await app.createDevice({ topic: TOPIC, userId: operator.id, name: 'Segnale di prova' });
      await untilStatus(
        operator.client,
        TOPIC,
        'it says that it is verde',
        ({ status }) => status === 'verde',
      );
      await operator.client('sendCommand', { body: { command: 'rosso' } });
      const isConfirmed = ({ status, pending }: { status: unknown; pending: unknown }) =>
        status === 'rosso' && pending === null;
      await untilStatus(operator.client, TOPIC, 'it confirmed rosso', isConfirmed);

      await app.stop();
      app = await start();
      const again = await app.logIn({ username: 'valdombra', password: OPERATOR_PASSWORD });
      await untilStatus(again, TOPIC, 'it is rosso by its own word', (one) => isConfirmed(one) && !one.stale);
      await again('sendCommand', { body: { command: 'giallo' } });
      await untilStatus(again, TOPIC, 'it confirmed giallo', ({ status }) => status === 'giallo');

      const admin = await app.logIn(ADMIN);
      await admin('deleteDevice', { params: { id } });
      expect(await again('listDeviceStatuses')).toEqual([]);
    });
  },
);
