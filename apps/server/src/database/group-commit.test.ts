import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import { createTestLogger } from '../../test/test-logger.ts';
import type { OpenDatabase } from './engine.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';

describe.each(testEngines())('a group commit on %s', (engine) => {
  let database: OpenDatabase;
  let commit: GroupCommit;
  let gathered: string[];
  let failing: boolean;
  const logger = createTestLogger();

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    commit = createGroupCommit({ db: database.db, logger });
    gathered = [];
    failing = false;
  });
  afterEach(async () => {
    failing = false;
    await commit.stop();
    await database.close();
  });

  /** Stores what was gathered as names of users; a failing part fails after the others have written. */
  const joinPart = (prefix: string) =>
    commit.join({
      take: () => {
        const names = gathered.splice(0);
        if (names.length === 0) return undefined;
        return {
          write: async (db) => {
            for (const name of names) {
              const user = { password_hash: '-', role: 'user' as const, token_version: 0, created_at: 0 };
              const username = prefix + name;
              await db
                .insertInto('users')
                .values({ ...user, username, folded_username: username })
                .execute();
            }
            if (failing) throw new Error('disk full');
          },
          stored: () => {},
          failed: () => gathered.unshift(...names),
        };
      },
    });
  const stored = async () =>
    (await database.db.selectFrom('users').select('username').orderBy('id').execute()).map(
      ({ username }) => username,
    );

  test('tells who waits once all so far is stored', async () => {
    joinPart('a');
    gathered.push('1', '2');
    await commit.stored();
    expect(await stored()).toEqual(['a1', 'a2']);
    gathered.push('3');
    await commit.flush();
    expect(await stored()).toEqual(['a1', 'a2', 'a3']);
  });

  test('stores nothing of a commit that fails, keeps who waits waiting, and tries again', async () => {
    joinPart('a');
    failing = true;
    gathered.push('1');
    let isStored = false;
    const waiting = commit.stored().then(() => {
      isStored = true;
    });
    await until('it has failed', () => logger.entries.length > 0);
    expect([isStored, await stored()]).toEqual([false, []]);
    failing = false;
    await waiting;
    expect(await stored()).toEqual(['a1']);
  });

  test('stores a last time when it stops', async () => {
    joinPart('a');
    gathered.push('1');
    commit.request();
    await commit.stop();
    expect(await stored()).toEqual(['a1']);
  });
});
