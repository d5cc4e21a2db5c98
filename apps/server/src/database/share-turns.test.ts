import { expect, test } from 'vitest';
import { longestTurnMs } from '../../test/longest-turn.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { shareTurns } from './share-turns.ts';

test('a long transaction leaves the event loop to others, and is one all the same', async () => {
  const { db: plain, close } = await createTestDatabase('sqlite');
  const db = plain.withPlugin(shareTurns());
  const users = (index: number) => ({
    ...{ username: `u${index}`, folded_username: `u${index}`, password_hash: 'x' },
    ...{ role: 'user' as const, token_version: 0, created_at: index },
  });
  const count = async () => (await db.selectFrom('users').select('id').execute()).length;
  const before = await count();
  let meanwhile: Promise<number> | undefined;
  const add = () =>
    db.transaction().execute(async (transaction) => {
      for (let index = 0; index < 4000; index += 1) {
        await transaction.insertInto('users').values(users(index)).execute();
        if (index === 2000) meanwhile = count();
      }
    });
  expect(await longestTurnMs(add)).toBeLessThan(100);
  expect(await meanwhile).toBe(before + 4000);
  await close();
});
