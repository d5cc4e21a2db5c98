import pLimit from 'p-limit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NOW, SERVER_ID } from '../../test/acts.ts';
import { openScheduleStage } from '../../test/schedule-stage.ts';
import { storeCommand } from '../../test/store-command.ts';
import { testEngines } from '../../test/test-database.ts';
import { createTestLogger } from '../../test/test-logger.ts';
import type { CommandRequest } from '../commands/command-request.ts';
import { createCommandsRepository } from '../commands/commands.repository.ts';
import { createAcceptedCommand } from '../commands/tracked-delivery.ts';
import type { OpenDatabase } from '../database/engine.ts';
import type { Actor } from '../platform/actor.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import type { DueSchedulesRepository } from './due-schedules.repository.ts';
import { createRunDueSchedules } from './run-due-schedules.ts';
import type { ScheduleEvent } from './schedule-events.ts';
import type { SchedulesRepository } from './schedules.repository.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe.each(testEngines())('while the clock is set on %s, schedules', (engine) => {
  let database: OpenDatabase;
  let schedules: SchedulesRepository;
  let due: DueSchedulesRepository;
  let author: Actor;
  let now: number;
  let runDue: () => Promise<void>;
  /** What was executed, and when by the clock. */
  let executed: { id: number; at: number }[];

  const plan = async (executeAt: number) => {
    const act = { at: now, author, address: '::1' };
    return (await schedules.create({ color: 'rosso', deviceType: 'semaforo', executeAt }, act)).id;
  };
  /** Wakes as the runner does, each second for a while. */
  const wakeFor = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      await runDue();
      now += SECOND_MS;
    }
  };

  beforeEach(async () => {
    ({ database, schedules, due, author } = await openScheduleStage(engine));
    now = NOW;
    executed = [];
    const commands = createCommandsRepository(database.db, SERVER_ID);
    const inTurn = pLimit(1);
    const accept = async (request: CommandRequest) => {
      const { commandId } = await storeCommand(commands, {
        ...request,
        createdAt: now,
        deadlineAt: request.deadlineAt,
        sourceId: null,
        schedule: request.schedule ?? null,
        deliveries: [],
      });
      executed.push({ id: request.schedule?.id ?? 0, at: now });
      const command = {
        id: commandId,
        createdAt: now,
        deadlineAt: now,
        origin: request.origin,
        sourceId: null,
        username: request.author.username,
        deviceType: request.deviceType,
        value: request.value,
        waitsForDevice: true,
      };
      return createAcceptedCommand(command, []);
    };
    const acceptCommand = (request: CommandRequest) => inTurn(() => accept(request));
    const logger = createTestLogger();
    runDue = createRunDueSchedules({
      repository: due,
      targetsOf: () => Promise.resolve([]),
      actOfAlert: () => Promise.reject(new Error('no alert')),
      keepHigher: (_schedule, _author, targets) => Promise.resolve(targets),
      acceptCommand,
      events: createEventChannel<ScheduleEvent>({ name: 'schedules', logger }),
      lateWithinMs: 10 * 60 * SECOND_MS,
      restoredStart: () => undefined,
      clock: { now: () => now },
      logger,
    });
  });
  afterEach(() => database.close());

  it.each([HOUR_MS, -HOUR_MS, DAY_MS, -DAY_MS, 365 * DAY_MS])(
    'run once and never early, and none is forgotten, when the clock steps by %i ms and back',
    async (stepMs) => {
      const dueAt = new Map<number, number>();
      for (const aheadMs of [2 * SECOND_MS, 5 * SECOND_MS, HOUR_MS + 3 * SECOND_MS, 60 * DAY_MS]) {
        dueAt.set(await plan(now + aheadMs), now + aheadMs);
      }
      await wakeFor(3);
      now += stepMs;
      await wakeFor(3);
      now -= stepMs;
      await wakeFor(6);

      expect(new Set(executed.map(({ id }) => id)).size).toBe(executed.length);
      for (const { id, at } of executed) expect(at).toBeGreaterThanOrEqual(dueAt.get(id) ?? Infinity);
      const listed = await schedules.list({ authorId: undefined, limit: 5000 });
      for (const one of listed.filter(({ executeAt }) => executeAt <= now)) {
        expect(['in corso', 'mancata']).toContain(one.outcome);
      }
      for (const one of listed.filter(({ outcome }) => outcome === null)) {
        expect(one.executeAt).toBeGreaterThan(now);
      }
    },
  );

  it('are not run 60 days before their time', async () => {
    await plan(now + 60 * DAY_MS);
    await wakeFor(5);
    expect(executed).toEqual([]);
  });

  it('that are on time run first, then the late ones, newest first', async () => {
    const late: number[] = [];
    for (let index = 0; index < 120; index += 1) late.push(await plan(now - 200_000 + index));
    const onTime = [await plan(now - SECOND_MS), await plan(now)];
    await runDue();
    expect(executed.map(({ id }) => id)).toEqual([...onTime, ...late.reverse()]);
  });
});
