import { randomUUID } from 'node:crypto';
import { until } from '@semaforo/testing/until';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ACT, NOW, SERVER_ID } from '../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { createDevicesRepository } from '../devices/devices.repository.ts';
import { createCommandsRepository } from './commands.repository.ts';
import { ClaimLostError, type ExecutedSchedule } from './executed-schedule.ts';
import { type CommandIntent, storeIntents } from './store-intents.ts';

/** The server lost the connection and tries again, while PostgreSQL is still at the first commit. */
describe.runIf(testEngines().includes('postgres'))('a command tried again on postgres', () => {
  let database: OpenDatabase;
  let deviceId: number;

  beforeEach(async () => {
    database = await createTestDatabase('postgres');
    const device = {
      topic: '/3/a/s1',
      name: null,
      type: 'semaforo',
      profile: 'outN',
      latitude: null,
      longitude: null,
    } as const;
    ({ id: deviceId } = await createDevicesRepository(database.db).create({ ...device, ownerId: null }, ACT));
  });
  afterEach(() => database.close());

  const claimSchedule = async (): Promise<ExecutedSchedule> => {
    const claimed = { id: 1, token: 7 };
    await database.db
      .insertInto('schedules')
      .values({
        id: claimed.id,
        author_id: null,
        username: 'prova',
        color: 'rosso',
        device_type: 'semaforo',
        execute_at: NOW,
        created_at: NOW,
        executed: 0,
        fencing_token: claimed.token,
      })
      .execute();
    return claimed;
  };
  const intentOf = (schedule: ExecutedSchedule | null): CommandIntent => ({
    key: randomUUID(),
    createdAt: NOW,
    deadlineAt: NOW + 10_000,
    author: ACT.author,
    origin: schedule ? 'pianificazione' : 'operatore',
    deviceType: 'semaforo',
    value: 'rosso',
    sourceId: null,
    schedule,
    deliveries: [
      {
        deviceId,
        deviceName: null,
        deviceTopic: '/3/a/s1',
        ownerId: null,
        value: 'rosso',
        previousStatus: null,
        payloads: '[]',
      },
    ],
  });

  /** Holds a first transaction that stored the intent, lets a second one come, and ends the first. */
  const tryTwice = async (intent: CommandIntent, endOfFirst: 'commit' | 'rollback') => {
    const first = await database.db.startTransaction().execute();
    const [stored] = await storeIntents(first, [intent], SERVER_ID);
    const again = createCommandsRepository(database.db, SERVER_ID).storeAll([intent]);
    // Who waits here also sees to it that a failure is no unhandled one.
    const [waited] = await Promise.all([
      again.then(
        (result) => result[0],
        (error: unknown) => error,
      ),
      until('the second waits for the first', isOneWaiting).then(() => first[endOfFirst]().execute()),
    ]);
    const { rows } = await sql<{ count: number }>`select count(*) as count from commands`.execute(
      database.db,
    );
    return { stored, again: waited, commands: rows[0]?.count };
  };
  const isOneWaiting = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db);
    return rows[0]?.count === 1;
  };

  test.each(['click', 'schedule'])('waits for the first commit and finds its command: %s', async (origin) => {
    const intent = intentOf(origin === 'schedule' ? await claimSchedule() : null);
    const { stored, again, commands } = await tryTwice(intent, 'commit');
    expect(again).toEqual(stored);
    expect(commands).toBe(1);
  });

  test.each(['click', 'schedule'])('is stored when the first commit fails after all: %s', async (origin) => {
    const intent = intentOf(origin === 'schedule' ? await claimSchedule() : null);
    const { again, commands } = await tryTwice(intent, 'rollback');
    expect(again).toMatchObject({ commandId: expect.any(Number) as number });
    expect(commands).toBe(1);
  });

  test('of another command the claim on the schedule stays lost', async () => {
    const schedule = await claimSchedule();
    const commands = createCommandsRepository(database.db, SERVER_ID);
    await commands.storeAll([intentOf(schedule)]);
    expect((await commands.storeAll([intentOf(schedule)]))[0]).toBeInstanceOf(ClaimLostError);
  });
});
