import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { type AnswerOnce, createAnswerOnce } from './answer-once.ts';
import { createIdempotentAnswersRepository } from './idempotent-answers.repository.ts';

const AT = Date.UTC(2026, 10, 20);
const DONE = { status: 200, body: '{}' };

let database: OpenDatabase;
let answerOnce: AnswerOnce;
let acts = 0;

const request = { userId: 1, key: 'k', content: ['POST', '/api/devices/command', { command: 'rosso' }] };
const act = () => {
  acts += 1;
  return Promise.resolve(DONE);
};

beforeEach(async () => {
  acts = 0;
  database = await createTestDatabase('sqlite');
  const user = { username: 'a', folded_username: 'a', password_hash: 'hash', role: 'user' } as const;
  await database.db
    .insertInto('users')
    .values({ ...user, token_version: 1, created_at: AT })
    .execute();
  const repository = createIdempotentAnswersRepository(database.db);
  answerOnce = createAnswerOnce({ repository, clock: { now: () => AT } });
});
afterEach(() => database.close());

test('a request that failed midway may have acted: its key never acts again', async () => {
  await expect(answerOnce(request, () => Promise.reject(new Error('cut')))).rejects.toThrow('cut');
  expect(await answerOnce(request, act)).toMatchObject({ kind: 'conflict', code: 'request-unfinished' });
  expect(acts).toBe(0);
});

test('a request that a crash cut leaves its key taken for the server that starts next', async () => {
  await new Promise<void>((acting) => {
    void answerOnce(request, () => {
      acting();
      return new Promise(() => {});
    });
  });
  const repository = createIdempotentAnswersRepository(database.db);
  const nextServer = createAnswerOnce({ repository, clock: { now: () => AT + 60_000 } });
  expect(await nextServer(request, act)).toMatchObject({ kind: 'conflict', code: 'request-unfinished' });
  expect(acts).toBe(0);
});

test('an answer is given again without acting', async () => {
  expect(await answerOnce(request, act)).toEqual(DONE);
  expect(await answerOnce(request, act)).toEqual(DONE);
  expect(acts).toBe(1);
});
