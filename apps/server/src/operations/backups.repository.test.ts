import { expect, test } from 'vitest';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import { createBackupsRepository } from './backups.repository.ts';

test.each(testEngines())('a backup that ends late does not replace a newer one on %s', async (engine) => {
  const { db, close } = await createTestDatabase(engine);
  const repository = createBackupsRepository(db);
  const newer = { kind: 'scheduled', at: 2_000, file: 'newer.backup', bytes: 2 } as const;
  await repository.saveGood(newer);
  await repository.saveGood({ kind: 'scheduled', at: 1_000, file: 'older.backup', bytes: 1 });
  expect(await repository.list()).toMatchObject([{ good_at: 2_000, file: 'newer.backup' }]);

  await repository.saveFailure({ kind: 'scheduled', at: 3_000, reason: 'disk full' });
  await repository.saveGood({ ...newer, at: 4_000 });
  expect(await repository.list()).toMatchObject([{ good_at: 4_000, failed_at: null, failure: null }]);
  await close();
});
