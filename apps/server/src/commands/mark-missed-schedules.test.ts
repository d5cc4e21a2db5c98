import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACT, NOW, SERVER_ID } from '../../test/acts.ts';
import { storeCommand } from '../../test/store-command.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { createDevicesRepository } from '../devices/devices.repository.ts';
import { type CommandsRepository, createCommandsRepository } from './commands.repository.ts';
import { createDeliveriesRepository, type DeliveriesRepository } from './deliveries.repository.ts';
import type { DeliveryChange } from './save-delivery-changes.ts';

describe.each(testEngines())('a schedule on %s, once its command was accepted,', (engine) => {
  let database: OpenDatabase;
  let commands: CommandsRepository;
  let saving: DeliveriesRepository;
  let deliveries: [number, number];

  /** A schedule whose command for two devices is accepted. */
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    commands = createCommandsRepository(database.db, SERVER_ID);
    saving = createDeliveriesRepository(database.db, SERVER_ID);
    const devices = createDevicesRepository(database.db);
    const targets = await Promise.all(
      ['s1', 's2'].map((name) =>
        devices.create(
          {
            topic: `/3/a/${name}`,
            name,
            type: 'semaforo',
            latitude: null,
            longitude: null,
            ownerId: null,
          },
          ACT,
        ),
      ),
    );
    const { id: scheduleId } = await database.db
      .insertInto('schedules')
      .values({
        username: 'uno',
        color: 'rosso',
        device_type: 'semaforo',
        execute_at: NOW,
        created_at: NOW,
        executed: 0,
        fencing_token: 1,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    const { deliveryIds } = await storeCommand(commands, {
      createdAt: NOW,
      deadlineAt: NOW + 30_000,
      author: ACT.author,
      origin: 'pianificazione',
      deviceType: 'semaforo',
      value: 'rosso',
      sourceId: null,
      schedule: { id: scheduleId, token: 1, outcome: 'eseguita', reason: null },
      deliveries: targets.map((device) => ({
        deviceId: device.id,
        deviceName: device.name,
        deviceTopic: device.topic,
        ownerId: null,
        value: 'rosso',
        previousStatus: null,
        payloads: '[]',
      })),
    });
    const [first = 0, second = 0] = [...deliveryIds.values()];
    deliveries = [first, second];
  });
  afterEach(() => database.close());

  const unsent = (id: number): DeliveryChange => ({
    id,
    state: 'fallito',
    reason: 'Broker non raggiungibile',
    sent: 0,
    at: NOW,
  });
  const schedule = () =>
    database.db
      .selectFrom('schedules')
      .select(['executed', 'outcome', 'outcome_reason'])
      .executeTakeFirstOrThrow();

  it('is missed, with the reason in the audit, when all its deliveries ended and none was sent', async () => {
    const [first, second] = deliveries;
    expect(await saving.saveChanges([unsent(first)])).toEqual([]);
    expect(await saving.saveChanges([unsent(second)])).toEqual([
      { scheduleId: 1, authorId: null, reason: 'Broker non raggiungibile' },
    ]);
    expect(await schedule()).toEqual({
      executed: 1,
      outcome: 'mancata',
      outcome_reason: 'Broker non raggiungibile',
    });
    const audited = await database.db.selectFrom('audit').select(['action', 'after']).orderBy('id').execute();
    const ends = audited.filter(({ action }) => action === 'schedules.end');
    expect(ends.map(({ after }) => JSON.parse(after ?? '') as object)).toMatchObject([
      { outcome: 'eseguita', reason: null },
      { outcome: 'mancata', reason: 'Broker non raggiungibile' },
    ]);
  });

  it.each([
    ['was sent, and not confirmed', { state: 'scaduto', reason: 'Non confermato', sent: 1 }],
    ['was confirmed', { state: 'confermato', reason: null, sent: 0 }],
    ['was taken over by a newer command', { state: 'superato', reason: 'Superato', sent: 0 }],
  ] as const)('is not missed when one of its deliveries %s', async (_, end) => {
    const [first, second] = deliveries;
    await saving.saveChanges([{ id: first, ...end, at: NOW }]);
    expect(await saving.saveChanges([unsent(second)])).toEqual([]);
    expect(await schedule()).toMatchObject({ outcome: 'eseguita' });
  });

  it('is not missed when one of its deliveries was sent before a restart', async () => {
    const [first, second] = deliveries;
    await saving.saveChanges([{ id: first, state: 'inviato', reason: null, sent: 1, at: NOW }]);
    await saving.saveChanges([unsent(first), unsent(second)]);
    expect(await schedule()).toMatchObject({ outcome: 'eseguita' });
  });
});
