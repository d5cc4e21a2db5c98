import type { CommandOrigin } from '@semaforo/contract/domain/command-rules';
import { newDevice } from '@semaforo/testing/factories';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ACT, NOW, SERVER_ID } from '../../test/acts.ts';
import { storeChanges } from '../../test/commit-part.ts';
import { storeCommand } from '../../test/store-command.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { createDevicesRepository } from '../devices/devices.repository.ts';
import { createCommandsRepository } from './commands.repository.ts';
import { createDeliveriesRepository, type DeliveriesRepository } from './deliveries.repository.ts';
import { createFailedCommandsRepository } from './failed-commands.repository.ts';

describe.each(testEngines())('the commands that failed, on %s', (engine) => {
  let database: OpenDatabase;
  let deliveries: DeliveriesRepository;
  let deviceIds: number[];

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    deliveries = createDeliveriesRepository(database.db, SERVER_ID);
    deviceIds = [];
    for (const topic of ['/3/a/s1', '/3/a/s2']) {
      const { id } = await createDevicesRepository(database.db).create(newDevice({ topic }), ACT);
      deviceIds.push(id);
    }
  });
  afterEach(() => database.close());

  const give = async (
    count: number,
    origin: CommandOrigin = 'operatore',
    serverId = SERVER_ID,
    sourceId: number | null = null,
  ) => {
    const commands = createCommandsRepository(database.db, serverId);
    const { commandId, deliveryIds } = await storeCommand(commands, {
      createdAt: NOW,
      deadlineAt: NOW + 10_000,
      author: ACT.author,
      origin,
      deviceType: 'semaforo',
      value: 'rosso',
      sourceId,
      schedule: null,
      deliveries: deviceIds.slice(0, count).map((deviceId) => ({
        deviceId,
        deviceName: null,
        deviceTopic: '/3/a/s1',
        ownerId: null,
        value: 'rosso',
        previousStatus: null,
        payloads: '[]',
      })),
    });
    return { commandId, ids: [...deliveryIds.values()] as [number, ...number[]] };
  };
  const end = (id: number, state: 'fallito' | 'scaduto' | 'confermato' | 'superato') =>
    storeChanges(database, [{ id, state, reason: null, sent: 1, at: NOW }]);

  test('a command has failed when all its deliveries have ended and one was not confirmed', async () => {
    const { commandId, ids } = await give(2);
    const [first, second = 0] = ids;
    await end(first, 'fallito');
    expect(await deliveries.listFailedCommandsOf(ids)).toEqual([]);
    await end(second, 'confermato');
    expect(await deliveries.listFailedCommandsOf([second])).toEqual([commandId]);
    expect(await deliveries.listOwnFailedCommandsSince(NOW)).toEqual([commandId]);
    expect(await deliveries.listOwnFailedCommandsSince(NOW + 1)).toEqual([]);
  });

  test('a command whose deliveries were confirmed or superseded has not failed', async () => {
    const { ids } = await give(2);
    const [first, second = 0] = ids;
    await end(first, 'confermato');
    await end(second, 'superato');
    expect(await deliveries.listFailedCommandsOf(ids)).toEqual([]);
  });

  test.each([
    ['operatore', true],
    ['pianificazione', true],
    ['ripetizione', true],
    ['ripristino', true],
    ['interruttore', false],
  ] as const)(
    'an expired command to one device with the origin %s counts as failed: %s',
    async (origin, isOne) => {
      const { commandId, ids } = await give(1, origin);
      await end(ids[0], 'scaduto');
      expect(await deliveries.listFailedCommandsOf(ids)).toEqual(isOne ? [commandId] : []);
    },
  );

  test('a failed command of another server is not among a server’s own', async () => {
    const { ids } = await give(1, 'operatore', 'altro-server');
    await end(ids[0], 'scaduto');
    expect(await deliveries.listOwnFailedCommandsSince(NOW)).toEqual([]);
  });

  test('of each device the newest failure is told with its command, a retry with the one that it repeats', async () => {
    const { listFailedLast } = createFailedCommandsRepository(database.db);
    const failed = async (most = 9) =>
      (await listFailedLast(deviceIds, most)).map(({ id, deliveries }) => [
        id,
        deliveries.map(({ deviceId }) => deviceIds.indexOf(deviceId ?? 0)),
      ]);
    const both = await give(2);
    const [first, second = 0] = both.ids;
    await end(first, 'fallito');
    await end(second, 'scaduto');
    expect(await failed()).toEqual([[both.commandId, [0, 1]]]);
    const retry = await give(1, 'ripetizione', SERVER_ID, both.commandId);
    expect(await failed()).toEqual([[both.commandId, [1]]]);
    await end(retry.ids[0], 'scaduto');
    expect(await failed()).toEqual([[both.commandId, [1, 0]]]);
    const newer = await give(1);
    await end(newer.ids[0], 'fallito');
    expect(await failed()).toEqual([
      [newer.commandId, [0]],
      [both.commandId, [1]],
    ]);
    expect(await failed(1)).toEqual([[newer.commandId, [0]]]);
  });
});
