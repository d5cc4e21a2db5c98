import { expect, test } from 'vitest';
import { NOW } from '../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import { createClockStepsRepository } from './clock-steps.repository.ts';

test.each(testEngines())(
  'steps of the clock are kept in the audit and listed latest first on %s',
  async (engine) => {
    const { db, close } = await createTestDatabase(engine);
    const steps = createClockStepsRepository(db);
    await steps.add({ at: NOW - 1, stepMs: 1 });
    await steps.add({ at: NOW, stepMs: 3_600_000 });
    await steps.add({ at: NOW + 5, stepMs: -3_600_000 });
    expect(await steps.listSince(NOW)).toMatchObject([
      { at: NOW + 5, stepMs: -3_600_000 },
      { at: NOW, stepMs: 3_600_000 },
    ]);
    await close();
  },
);
