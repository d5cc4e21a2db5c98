import { insertDevice } from '@semaforo/testing/rows';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openScheduleStage } from '../../test/schedule-stage.ts';
import { testEngines } from '../../test/test-database.ts';
import { createTestLogger } from '../../test/test-logger.ts';
import { createAppointPlans } from './appoint-plans.ts';
import { createPlansRepository } from './plans.repository.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 9, 24, 9);

describe.each(testEngines())('the times of plans on %s', (engine) => {
  let stage: Awaited<ReturnType<typeof openScheduleStage>>;
  let now: number;

  beforeEach(async () => {
    now = NOW;
    stage = await openScheduleStage(engine);
    await insertDevice(stage.database.db, { topic: '/3/val/s1', type: 'semaforo', ownerId: stage.author.id });
  });
  afterEach(() => stage.database.close());

  const repository = () => createPlansRepository(stage.database.db);
  const logger = createTestLogger();
  /** One of several servers. */
  const server = () =>
    createAppointPlans({
      repository: repository(),
      chooseTargets: () => Promise.resolve({ devices: [], group: null }),
      clock: { now: () => now },
      logger,
    });
  const act = () => ({ at: now, author: { ...stage.author, address: null } });
  const create = () =>
    repository().create(
      {
        color: 'giallo',
        deviceType: 'semaforo',
        whom: { kind: 'tutti', groupId: null, group: null },
        ...{ repeat: 'giorno', every: 1, days: [], dates: [], exceptions: [], deviceIds: [] },
        ...{ startsOn: '2026-01-01', endsOn: null, begin: '20:00', end: '06:00' },
      },
      { ...act(), authorId: stage.author.id },
    );
  const appointed = async () => {
    const rows = await stage.database.db
      .selectFrom('schedules')
      .select(['plan_day', 'plan_step', 'execute_at'])
      .orderBy('execute_at')
      .execute();
    return rows.map(
      ({ plan_step, execute_at }) => `${plan_step} ${new Date(execute_at).toISOString().slice(0, 16)}`,
    );
  };

  test('are appointed once by servers that do it together, day after day, at the same hour of Rome', async () => {
    for (let count = 0; count < 5; count += 1) await create();
    const [one, other] = [server(), server()];
    for (let day = 0; day < 4; day += 1) {
      await Promise.all([one(), other(), one()]);
      now += 20 * HOUR_MS;
    }
    const times = await appointed();
    expect(times.filter((_time, index) => index % 5 === 0)).toEqual([
      'inizio 2026-10-24T18:00',
      'fine 2026-10-25T05:00',
      'inizio 2026-10-25T19:00',
      'fine 2026-10-26T05:00',
      'inizio 2026-10-26T19:00',
      'fine 2026-10-27T05:00',
      'inizio 2026-10-27T19:00',
      ...(times.length > 35 ? ['fine 2026-10-28T05:00'] : []),
    ]);
    expect(times.length % 5).toBe(0);
    expect(logger.entries).toEqual([]);
  });

  test('go on at once when a clock that was a year ahead is set back', async () => {
    now = NOW + 365 * 24 * HOUR_MS;
    await create();
    await server()();
    now = NOW;
    await server()();
    expect((await appointed())[0]).toBe('inizio 2026-10-24T18:00');
  });

  test('of a plan that was changed meanwhile are not appointed', async () => {
    const id = await create();
    const before = await repository().find(id);
    if (!before) throw new Error('no plan');
    await repository().change(before, { state: 'in pausa' }, { ...act(), at: now + 1 });
    const until = now + 36 * HOUR_MS;
    await repository().appoint(before, [{ day: '2026-10-24', step: 'inizio', at: now + HOUR_MS }], {
      until,
      now,
    });
    expect(await appointed()).toEqual([]);
  });
});
