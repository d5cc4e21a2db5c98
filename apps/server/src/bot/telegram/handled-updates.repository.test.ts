import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NOW } from '../../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../../test/test-database.ts';
import type { OpenDatabase } from '../../database/engine.ts';
import { createHandledUpdates } from './handled-updates.repository.ts';

describe.each(testEngines())('on %s', (engine) => {
  let database: OpenDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });
  afterEach(() => database.close());

  test('an update is claimed once per bot, until its claim is deleted', async () => {
    const updates = createHandledUpdates(database.db);
    const update = { botId: 8_000_000_001, updateId: 700, at: NOW };
    const claims = await Promise.all([updates.claim(update), updates.claim(update)]);
    expect(claims.sort()).toEqual([false, true]);
    expect(await updates.claim({ ...update, botId: 1 })).toBe(true);
    await updates.deleteBefore(NOW + 1);
    expect(await updates.claim(update)).toBe(true);
  });
});
