import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import type { OpenDatabase } from '../database/engine.ts';
import {
  createIdempotentAnswersRepository,
  type IdempotentAnswersRepository,
} from './idempotent-answers.repository.ts';

const AT = Date.UTC(2026, 10, 20);
const DAY_MS = 24 * 60 * 60_000;
const ANSWER = { status: 201, body: '{"è":1}' };

describe.each(testEngines())('idempotent answers on %s', (engine) => {
  let database: OpenDatabase;
  let answers: IdempotentAnswersRepository;
  let userId: number;

  const addUser = async (username: string) => {
    const { id } = await database.db
      .insertInto('users')
      .values({
        username,
        folded_username: username,
        password_hash: 'hash',
        role: 'user',
        token_version: 1,
        created_at: AT,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const claim = (key: string, change: { requestHash?: string; at?: number; userId?: number } = {}) => {
    const { at = AT } = change;
    return answers.claim({ userId, key, requestHash: 'a', ...change, at, forgetUntil: at - DAY_MS });
  };

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    answers = createIdempotentAnswersRepository(database.db, database.engine);
    userId = await addUser('valdombra');
  });
  afterEach(() => database.close());

  test('the first claim takes a key; later claims get its first use, then its answer', async () => {
    expect(await claim('k')).toBeUndefined();
    expect(await claim('k', { requestHash: 'b' })).toEqual({ requestHash: 'a', answer: null });
    await answers.store({ userId, key: 'k' }, ANSWER);
    expect(await claim('k')).toEqual({ requestHash: 'a', answer: ANSWER });
  });

  test('exactly one of many simultaneous claims gets the key', async () => {
    const claims = await Promise.all(Array.from({ length: 20 }, () => claim('k')));
    expect(claims.filter((first) => first === undefined)).toHaveLength(1);
  });

  test('a released key is free again and the other keys stay taken', async () => {
    await claim('k');
    await claim('other');
    await answers.release({ userId, key: 'k' });
    expect(await claim('k')).toBeUndefined();
    expect(await claim('other')).toBeDefined();
  });

  test('the same key of another user is another key and is deleted with that user', async () => {
    const otherId = await addUser('torrealta');
    await claim('k');
    expect(await claim('k', { userId: otherId })).toBeUndefined();
    await database.db.deleteFrom('users').where('id', '=', otherId).execute();
    expect(await database.db.selectFrom('idempotent_answers').select('user_id').execute()).toEqual([
      { user_id: userId },
    ]);
  });

  test('a key is free again after a day, and any claim deletes the older ones', async () => {
    await claim('k');
    await answers.store({ userId, key: 'k' }, ANSWER);
    expect(await claim('k', { at: AT + DAY_MS - 1 })).toBeDefined();
    expect(await claim('another', { at: AT + DAY_MS })).toBeUndefined();
    expect(await database.db.selectFrom('idempotent_answers').select('key').execute()).toEqual([
      { key: 'another' },
    ]);
  });
});
