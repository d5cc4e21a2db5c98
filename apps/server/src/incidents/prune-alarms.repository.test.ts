import type { AlarmState } from '@semaforo/contract/domain/alarm-rules';
import { afterEach, describe, expect, test } from 'vitest';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { pruneAlarms } from './prune-alarms.repository.ts';

const CUTOFF = 1000;

describe.each(testEngines())('what is kept of alarms on %s', (engine) => {
  let database: OpenDatabase;
  afterEach(() => database.close());

  const addAlarm = async (state: AlarmState, stateAt: number, devices = 1) => {
    const { db } = database;
    const { id } = await db
      .insertInto('alarms')
      .values({
        ...{ kind: 'muto', owner_id: null, state, opened_at: 0, state_at: stateAt, detail: null },
        ...{ taken_by: null, held_until: null, note: null, returns: 0, told: 0, next_tell_at: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: devices }, (_, index) => ({
      ...{ alarm_id: id, device_id: index + 1, name: `s${index}`, since: 0, until: stateAt },
    }));
    await db.insertInto('alarm_devices').values(rows).execute();
    await db
      .insertInto('alarm_events')
      .values({ alarm_id: id, at: 0, what: 'aperto', by: null, note: null })
      .execute();
    return id;
  };

  test('closed alarms go in small steps, what is open stays', async () => {
    database = await createTestDatabase(engine);
    await addAlarm('chiuso', CUTOFF - 1, 450);
    const kept = [
      await addAlarm('chiuso', CUTOFF),
      await addAlarm('aperto', 1),
      await addAlarm('preso in carico', 1),
      await addAlarm('risolto', 1),
    ];
    const prune = (before: number) => pruneAlarms(database.db, before);
    const steps: number[] = [];
    for (let rows = await prune(CUTOFF); rows > 0; rows = await prune(CUTOFF)) steps.push(rows);
    expect(steps).toEqual([201, 201, 51]);
    const { db } = database;
    const ids = await db.selectFrom('alarms').select('id').orderBy('id').execute();
    expect(ids.map(({ id }) => id)).toEqual(kept);
    const ofAlarms = async (table: 'alarm_devices' | 'alarm_events') =>
      (await db.selectFrom(table).select('alarm_id').orderBy('alarm_id').execute()).map(
        (row) => row.alarm_id,
      );
    expect(await ofAlarms('alarm_devices')).toEqual(kept);
    expect(await ofAlarms('alarm_events')).toEqual(kept);
  });
});
