import type { DeliveryState } from '@semaforo/contract/domain/delivery-state';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { createHistoryPruning } from './prune-history.repository.ts';

const CUTOFF = 1000;

describe.each(testEngines())('the history on %s', (engine) => {
  let database: OpenDatabase;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });
  afterEach(() => database.close());

  const addCommand = async (
    createdAt: number,
    {
      state = 'confermato',
      devices = 1,
      source,
    }: { state?: DeliveryState; devices?: number; source?: number } = {},
  ) => {
    const { id } = await database.db
      .insertInto('commands')
      .values({
        created_at: createdAt,
        username: 'u',
        origin: 'operatore',
        device_type: 'semaforo',
        deadline_at: createdAt,
        source_id: source ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const deliveries = Array.from({ length: devices }, (_, index) => ({
      command_id: id,
      device_topic: `/3/c/s${index}`,
      value: 'rosso' as const,
      payloads: '[]',
      state,
      created_at: createdAt,
      state_changed_at: createdAt,
    }));
    await database.db.insertInto('deliveries').values(deliveries).execute();
    return id;
  };
  const addSchedule = async (executeAt: number, executed: 0 | 1, commandId: number | null) => {
    await database.db
      .insertInto('schedules')
      .values({
        username: 'u',
        color: 'rosso',
        device_type: 'semaforo',
        execute_at: executeAt,
        created_at: 0,
        executed,
        fencing_token: 0,
        command_id: commandId,
      })
      .execute();
  };
  const pruneAll = async () => {
    const prune = createHistoryPruning(database.db);
    let steps = 0;
    while ((await prune(CUTOFF)) > 0) steps += 1;
    return steps;
  };
  const left = async () => ({
    commands: (await database.db.selectFrom('commands').select('id').orderBy('id').execute()).map(
      ({ id }) => id,
    ),
    schedules: (await database.db.selectFrom('schedules').select('execute_at').orderBy('id').execute()).map(
      ({ execute_at }) => execute_at,
    ),
  });

  test('older than it is to be kept goes in small steps, the rest stays', async () => {
    await addCommand(10, { devices: 450 });
    const repeated = await addCommand(20);
    await addSchedule(30, 1, repeated);
    const young = await addCommand(CUTOFF, { source: repeated });
    await addSchedule(CUTOFF, 1, young);
    expect(await pruneAll()).toBeGreaterThanOrEqual(5);
    expect(await left()).toEqual({ commands: [young], schedules: [CUTOFF] });
    expect(await database.db.selectFrom('commands').select('source_id').execute()).toEqual([
      { source_id: null },
    ]);
  });

  test('keeps what is under way or still to come, however old', async () => {
    const sent = await addCommand(10, { state: 'inviato' });
    await addSchedule(20, 0, null);
    await pruneAll();
    expect(await left()).toEqual({ commands: [sent], schedules: [20] });
  });
});
