import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { newDevice } from '@semaforo/testing/factories';
import { until } from '@semaforo/testing/until';
import { sql } from 'kysely';
import pLimit from 'p-limit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ACT, NOW, SERVER_ID } from '../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { createDevicesRepository } from '../devices/devices.repository.ts';
import { createAcceptCommand } from './accept-command.ts';
import { createCommandsRepository } from './commands.repository.ts';
import { ClaimLostError, type ExecutedSchedule } from './executed-schedule.ts';
import { type CommandIntent, NotProblem, storeIntents } from './store-intents.ts';

/** The server lost the connection and tries again, while PostgreSQL is still at the first commit. */
describe.runIf(testEngines().includes('postgres'))('a command tried again on postgres', () => {
  let database: OpenDatabase;
  let deviceId: number;

  beforeEach(async () => {
    database = await createTestDatabase('postgres');
    ({ id: deviceId } = await createDevicesRepository(database.db).create(
      newDevice({ topic: '/3/a/s1' }),
      ACT,
    ));
  });
  afterEach(() => database.close());

  const claimSchedule = async (id = 1): Promise<ExecutedSchedule> => {
    const claimed = { id, token: 7 };
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

  /** Accepts the commands of schedules that came together, so that they share a commit. */
  const acceptTogether = async (schedules: readonly ExecutedSchedule[], lockWithinMs?: number) => {
    const mutex = pLimit(1);
    const accept = createAcceptCommand({
      repository: createCommandsRepository(database.db, SERVER_ID, { engine: 'postgres', lockWithinMs }),
      states: { confirmedBeforeTest: () => null } as never,
      lanes: { accept: () => undefined } as never,
      rate: { estimateMs: () => 0 },
      commandTopic: '{key}/{channel}/set',
      mutex,
      clock: { now: () => NOW },
    });
    // They come in this turn of the event loop; the first has it no sooner.
    void mutex(() => nextTurn());
    const request = { author: ACT.author, origin: 'pianificazione', deviceType: 'semaforo' } as const;
    return Promise.allSettled(
      schedules.map((schedule) =>
        accept({ ...request, value: 'rosso', resolveTargets: () => [], deadlineAt: NOW + 1000, schedule }),
      ),
    );
  };
  const touch = (transaction: OpenDatabase['db'], id: number) =>
    transaction.updateTable('schedules').set({ username: 'altri' }).where('id', '=', id).execute();
  const schedulesBegun = async () => {
    const rows = await database.db.selectFrom('commands').select('schedule_id').orderBy('id').execute();
    return rows.map(({ schedule_id }) => schedule_id);
  };

  test('a schedule that another transaction holds does not hold up the others of its commit', async () => {
    const schedules = [await claimSchedule(1), await claimSchedule(2), await claimSchedule(3)];
    const other = await database.db.startTransaction().execute();
    await touch(other, 2);
    const fates = await acceptTogether(schedules, 100);
    expect(fates.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(fates[1]).toMatchObject({ reason: { code: '55P03' } });
    await other.rollback().execute();
    await acceptTogether(schedules.slice(1, 2), 100);
    expect(await schedulesBegun()).toEqual([1, 3, 2]);
  });

  test('of schedules whose commit and another one wait for each other each is begun once', async () => {
    const schedules = [await claimSchedule(1), await claimSchedule(2), await claimSchedule(3)];
    const other = await database.db.startTransaction().execute();
    await touch(other, 3);
    const accepted = acceptTogether(schedules);
    await until('the group waits for the other', isOneWaiting);
    // One of the two is ended by PostgreSQL, whichever looks first.
    await touch(other, 1).catch(() => undefined);
    await other.rollback().execute();
    expect((await accepted).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect(await schedulesBegun()).toEqual([1, 2, 3]);
  });

  test('what may no longer be sent by the time it is stored is not begun', async () => {
    const schedule = await claimSchedule();
    const commands = createCommandsRepository(database.db, SERVER_ID);
    const storing = commands.storeAll([intentOf(schedule)], { isInTime: () => false });
    await expect(storing).rejects.toThrow(NotProblem);
    expect(await schedulesBegun()).toEqual([]);
    await commands.storeAll([intentOf(schedule)], { isInTime: () => true });
    expect(await schedulesBegun()).toEqual([1]);
  });
});
