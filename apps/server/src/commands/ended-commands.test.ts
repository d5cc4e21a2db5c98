import { insertDevice, insertUser } from '@semaforo/testing/rows';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NOW } from '../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { createListEndedCommands } from './ended-commands.ts';

describe.each(testEngines())('the commands that have ended on %s', (engine) => {
  let database: OpenDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });
  afterEach(() => database.close());

  test('are listed once nothing of them is under way, for each Comune with its own devices', async () => {
    const { db } = database;
    const [anna, bea] = [await insertUser(db, 'anna'), await insertUser(db, 'bea')];
    const devices = [
      {
        ownerId: anna,
        deviceId: await insertDevice(db, { topic: '/3/a/s1', type: 'semaforo', ownerId: anna }),
      },
      {
        ownerId: bea,
        deviceId: await insertDevice(db, { topic: '/3/b/s1', type: 'semaforo', ownerId: bea }),
      },
    ];
    const { id } = await db
      .insertInto('commands')
      .values({
        ...{
          created_at: NOW,
          author_id: null,
          username: 'admin',
          origin: 'operatore',
          device_type: 'semaforo',
        },
        ...{ value: 'rosso', deadline_at: NOW + 5000, source_id: null, schedule_id: null, served_by: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const { ownerId, deviceId } of devices) {
      await db
        .insertInto('deliveries')
        .values({
          ...{ command_id: id, device_id: deviceId, device_name: null, device_topic: `/3/x/${deviceId}` },
          ...{ owner_id: ownerId, value: 'rosso', previous_status: null, payloads: '[]', state: 'inviato' },
          ...{ reason: null, created_at: NOW, state_changed_at: NOW },
        })
        .execute();
    }
    const list = createListEndedCommands(db);
    expect(await list(NOW)).toEqual([]);
    const end = (ownerId: number, state: 'confermato' | 'scaduto', at: number) =>
      db
        .updateTable('deliveries')
        .set({ state, state_changed_at: at })
        .where('owner_id', '=', ownerId)
        .execute();
    await end(anna, 'confermato', NOW + 400_000);
    // It was accepted long before: it is remembered.
    expect(await list(NOW + 400_000)).toEqual([]);
    await end(bea, 'scaduto', NOW + 400_010);
    const [ended] = await list(NOW + 400_000);
    expect(ended).toMatchObject({ key: `command:${id}`, event: 'command.ended', at: NOW + 400_010 });
    expect(await ended?.dataFor(anna)).toMatchObject({ total: 1, confirmed: 1, not_confirmed: [] });
    expect(await ended?.dataFor(null)).toMatchObject({
      ...{ id, username: 'admin', total: 2, confirmed: 1 },
      not_confirmed: [{ device_id: devices[1]?.deviceId, state: 'scaduto' }],
    });
    expect(await ended?.dataFor(bea + 1)).toBeUndefined();
  });
});
