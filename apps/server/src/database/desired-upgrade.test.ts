import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEmptyDatabase, testEngines } from '../../test/test-database.ts';
import type { OpenDatabase } from './engine.ts';
import { migrate } from './migrate.ts';

const BEFORE = '0041-color';

describe.each(testEngines())('on %s, the upgrade to desired states', (engine) => {
  let database: OpenDatabase;
  beforeEach(async () => {
    database = await createEmptyDatabase(engine);
    await migrate(database, { upTo: BEFORE });
  });
  afterEach(() => database.close());

  const addDevice = async (id: number, type: 'semaforo' | 'lanterna' = 'semaforo') => {
    await sql`insert into devices (id, topic, type, created_at)
      values (${id}, ${`/3/comune/s${id}`}, ${type}, 1)`.execute(database.db);
    await sql`insert into device_states (device_id, status, error) values (${id}, 'verde', 0)`.execute(
      database.db,
    );
  };
  const addCommand = async (
    id: number,
    deviceId: number,
    given: { value?: string; origin?: string; topic?: string },
  ) => {
    const { value = 'rosso', origin = 'operatore', topic = `/3/comune/s${deviceId}` } = given;
    await sql`insert into commands (id, created_at, username, origin, device_type, value, deadline_at)
      values (${id}, ${id * 10}, 'anna', ${origin}, 'semaforo', ${value}, ${id * 10})`.execute(database.db);
    await sql`insert into deliveries
      (id, command_id, device_id, device_topic, value, payloads, state, created_at, state_changed_at)
      values (${id}, ${id}, ${deviceId}, ${topic}, ${value}, '[]', 'confermato', ${id * 10}, ${id * 10})`.execute(
      database.db,
    );
  };
  const accept = (deviceId: number, at: number, shown: string) =>
    sql`insert into audit (at, username, action, target, after)
      values (${at}, 'bruno', 'devices.accept-shown', ${`device:${deviceId}`}, ${JSON.stringify({ shown })})`.execute(
      database.db,
    );
  const desiredOf = async (deviceId: number) => {
    await migrate(database);
    const { asked_value, asked_at, asked_by, asked_source } = await database.db
      .selectFrom('device_states')
      .selectAll()
      .where('device_id', '=', deviceId)
      .executeTakeFirstOrThrow();
    return asked_value === null ? null : [asked_value, Number(asked_at), asked_by, asked_source];
  };

  test('takes the last command of a device, whatever gave it', async () => {
    await addDevice(1);
    await addCommand(1, 1, { value: 'giallo' });
    await addCommand(2, 1, { value: 'rosso', origin: 'allerta' });
    expect(await desiredOf(1)).toEqual(['rosso', 20, 'anna', 'alert']);
  });

  test('knows a lantern that was commanded by a color', async () => {
    await addDevice(1, 'lanterna');
    await addCommand(1, 1, { value: 'rosso' });
    expect(await desiredOf(1)).toEqual(['acceso', 10, 'anna', 'command']);
  });

  test('leaves out lamp tests, and what was commanded to the device while it was another', async () => {
    await addDevice(1);
    await addCommand(1, 1, { value: 'giallo' });
    await addCommand(2, 1, { value: 'rosso', origin: 'prova' });
    await addDevice(2);
    await addCommand(3, 2, { topic: '/3/comune/vecchio' });
    await addDevice(3);
    expect(await desiredOf(1)).toEqual(['giallo', 10, 'anna', 'command']);
    expect(await desiredOf(2)).toBeNull();
    expect(await desiredOf(3)).toBeNull();
  });

  test('takes what a person accepted after the last command, and nothing where several lamps were lit', async () => {
    for (const id of [1, 2, 3]) {
      await addDevice(id);
      await addCommand(id, id, {});
    }
    await accept(1, 100, 'verde');
    await accept(2, 100, 'verde e rosso');
    await accept(3, 5, 'verde');
    expect(await desiredOf(1)).toEqual(['verde', 100, 'bruno', 'command']);
    expect(await desiredOf(2)).toBeNull();
    expect(await desiredOf(3)).toEqual(['rosso', 30, 'anna', 'command']);
  });
});
