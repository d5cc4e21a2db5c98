import { expect, test } from 'vitest';
import { longestTurnMs } from '../../../test/longest-turn.ts';
import { createTestDatabase, testEngines } from '../../../test/test-database.ts';
import { shareTurns } from '../../database/share-turns.ts';
import { type PastRows, savePast } from './save-past.ts';

const DEVICES = 3000;
const TURN_AT_MOST_MS = 100;

test.each(testEngines())('errors begin, give place to others and end, many at once on %s', async (engine) => {
  const { db: plain, close } = await createTestDatabase(engine);
  const db = plain.withPlugin(shareTurns());
  const ids = Array.from({ length: DEVICES }, (_, index) => index + 1);
  const outN = { type: 'semaforo', profile: 'outN', created_at: 0 } as const;
  for (let start = 0; start < DEVICES; start += 500) {
    const some = ids.slice(start, start + 500).map((id) => ({ id, topic: `/3/val/s${id}`, ...outN }));
    await db.insertInto('devices').values(some).execute();
  }
  const save = (errors: PastRows['errors']) =>
    db
      .transaction()
      .execute((transaction) =>
        savePast(transaction, { reports: [], metrics: new Map(), powers: new Map(), errors }),
      );
  const errorsOf = (deviceId: number) =>
    db
      .selectFrom('device_errors')
      .select(['reason', 'began_at', 'ended_at'])
      .where('device_id', '=', deviceId)
      .orderBy('id')
      .execute();

  const kind = 'error' as const;
  const silent = ids.map((deviceId) => ({ deviceId, kind, at: 10, reason: 'silenzioso' }));
  expect(await longestTurnMs(() => save(silent))).toBeLessThan(TURN_AT_MOST_MS);
  await save([{ deviceId: 1, kind, at: 11, reason: 'silenzioso' }]);
  await save([
    { deviceId: 2, kind, at: 20, reason: 'muto' },
    { deviceId: 3, kind, at: 21, reason: null },
    { deviceId: 2, kind, at: 22, reason: null },
    { deviceId: 2, kind, at: 23, reason: 'silenzioso' },
  ]);
  expect(await errorsOf(1)).toEqual([{ reason: 'silenzioso', began_at: 10, ended_at: null }]);
  expect(await errorsOf(2)).toEqual([
    { reason: 'silenzioso', began_at: 10, ended_at: 20 },
    { reason: 'muto', began_at: 20, ended_at: 22 },
    { reason: 'silenzioso', began_at: 23, ended_at: null },
  ]);
  expect(await errorsOf(3)).toEqual([{ reason: 'silenzioso', began_at: 10, ended_at: 21 }]);
  expect(await errorsOf(DEVICES)).toHaveLength(1);
  await close();
});
