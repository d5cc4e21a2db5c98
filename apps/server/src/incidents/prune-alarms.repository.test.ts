import type { AlarmState } from '@semaforo/contract/domain/alarm-rules';
import { afterEach, describe, expect, test } from 'vitest';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { createAlarmPruning } from './prune-alarms.repository.ts';

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
  const addMail = (mailKey: string, finishedAt: number | null) =>
    database.db
      .insertInto('alarm_mails')
      .values({
        ...{ mail_key: mailKey, address: 'a@example.it', subject: 's', text: 't', created_at: 0 },
        ...{ not_before: 0, attempts: 1, finished_at: finishedAt, failure: null },
      })
      .execute();

  test('closed alarms and finished e-mails go in small steps, what is open or waits stays', async () => {
    database = await createTestDatabase(engine);
    await addAlarm('chiuso', CUTOFF - 1, 450);
    const kept = [
      await addAlarm('chiuso', CUTOFF),
      await addAlarm('aperto', 1),
      await addAlarm('preso in carico', 1),
      await addAlarm('risolto', 1),
    ];
    await addMail('old', CUTOFF - 1);
    await addMail('waits', null);
    await addMail('new', CUTOFF);

    const prune = createAlarmPruning(database.db);
    const steps: number[] = [];
    for (let rows = await prune(CUTOFF); rows > 0; rows = await prune(CUTOFF)) steps.push(rows);
    expect(steps).toEqual([1, 201, 201, 51]);
    const { db } = database;
    const ids = await db.selectFrom('alarms').select('id').orderBy('id').execute();
    expect(ids.map(({ id }) => id)).toEqual(kept);
    const ofAlarms = async (table: 'alarm_devices' | 'alarm_events') =>
      (await db.selectFrom(table).select('alarm_id').orderBy('alarm_id').execute()).map(
        (row) => row.alarm_id,
      );
    expect(await ofAlarms('alarm_devices')).toEqual(kept);
    expect(await ofAlarms('alarm_events')).toEqual(kept);
    const mails = await db.selectFrom('alarm_mails').select('mail_key').orderBy('id').execute();
    expect(mails.map(({ mail_key: key }) => key)).toEqual(['waits', 'new']);
  });
});
