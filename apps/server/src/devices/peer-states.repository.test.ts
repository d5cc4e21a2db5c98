import { UNKNOWN_DEVICE } from '@semaforo/contract/domain/device/device-state';
import { newDevice } from '@semaforo/testing/factories';
import { expect, onTestFinished, test } from 'vitest';
import { ACT, NOW } from '../../test/acts.ts';
import { storeChanges, storeStates } from '../../test/commit-part.ts';
import { storeCommand } from '../../test/store-command.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { createCommandsRepository } from '../commands/commands.repository.ts';
import { createDevicesRepository } from './devices.repository.ts';
import { createPeerStatesRepository } from './peer-states.repository.ts';

const AUTHOR = { id: null, username: 'comune', address: null };

test('a desired value that a peer is about to replace is never read without its pending command', async () => {
  const database = await createTestDatabase('postgres');
  onTestFinished(database.close);
  const { db } = database;
  const device = await createDevicesRepository(db).create(newDevice({ topic: '/3/a/s1' }), ACT);
  const desire = (value: 'verde' | 'giallo', since: number) =>
    storeStates(database, [
      {
        deviceId: device.id,
        state: { ...UNKNOWN_DEVICE, desired: { value, since, by: 'comune', source: 'command' } },
      },
    ]);
  await desire('verde', NOW);
  const { deliveryIds } = await storeCommand(createCommandsRepository(db, 'peer'), {
    createdAt: NOW + 1,
    deadlineAt: NOW + 10_000,
    author: AUTHOR,
    origin: 'operatore',
    deviceType: 'semaforo',
    value: 'giallo',
    sourceId: null,
    schedule: null,
    deliveries: [
      {
        deviceId: device.id,
        deviceName: null,
        deviceTopic: device.topic,
        ownerId: null,
        value: 'giallo',
        previousStatus: null,
        payloads: '[]',
      },
    ],
  });
  const [deliveryId = 0] = deliveryIds.values();

  // Between the statements of the reading, the peer commits what is desired by its command and how that ended.
  let isBetween = true;
  const interrupted = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (isBetween) {
        isBetween = false;
        await desire('giallo', NOW + 1);
        await storeChanges(database, [
          { id: deliveryId, state: 'confermato', reason: null, sent: 2, at: NOW + 2 },
        ]);
      }
      return result;
    },
  });

  const read = (await createPeerStatesRepository(interrupted).read([device.id])).get(device.id);
  expect(read).toMatchObject({ desired: { value: 'giallo' }, pending: 'giallo' });
});
