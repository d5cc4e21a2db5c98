import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { Refusal } from '../platform/refusal.ts';
import { createIdempotency, type Idempotency } from './idempotency.ts';
import { createIdempotentAnswersRepository } from './idempotent-answers.repository.ts';

const AT = Date.UTC(2026, 10, 20);
const HASH_KEY = new Uint8Array(32);
const DONE = { status: 200, body: '{}' };

let database: OpenDatabase;
let idempotency: Idempotency;
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
  const repository = createIdempotentAnswersRepository(database.db, database.engine);
  idempotency = createIdempotency({ repository, clock: { now: () => AT }, hashKey: HASH_KEY });
});
afterEach(() => database.close());

test('the key of a request that failed midway is never used again, because the request may have acted', async () => {
  await expect(idempotency(request, () => Promise.reject(new Error('cut')))).rejects.toThrow('cut');
  expect(await idempotency(request, act)).toMatchObject({
    kind: 'conflict',
    code: 'request-unfinished',
  });
  expect(acts).toBe(0);
});

test('the key of a request that a crash interrupted stays taken for the next server', async () => {
  await new Promise<void>((acting) => {
    void idempotency(request, () => {
      acting();
      return new Promise(() => {});
    });
  });
  const repository = createIdempotentAnswersRepository(database.db, database.engine);
  const nextServer = createIdempotency({ repository, clock: { now: () => AT + 60_000 }, hashKey: HASH_KEY });
  expect(await nextServer(request, act)).toMatchObject({ kind: 'conflict', code: 'request-unfinished' });
  expect(acts).toBe(0);
});

test('a repeated request gets the first answer and does not act again', async () => {
  expect(await idempotency(request, act)).toEqual(DONE);
  expect(await idempotency(request, act)).toEqual(DONE);
  expect(acts).toBe(1);
});

test('the key of a request that acted, though its outcome is not known, gets that answer again', async () => {
  const NOT_STORED = { code: 'outcome-not-stored', message: 'Comando inviato' };
  const actUnknown = () => {
    acts += 1;
    return Promise.resolve(new Refusal('unavailable', { ...NOT_STORED, acted: true }));
  };
  expect(await idempotency(request, actUnknown)).toMatchObject({ kind: 'unavailable', ...NOT_STORED });
  expect(await idempotency(request, actUnknown)).toEqual({
    status: 503,
    body: JSON.stringify({ error: NOT_STORED.message, code: NOT_STORED.code }),
  });
  expect(acts).toBe(1);
});

test('the key of a request that was refused is free again', async () => {
  const refusal = new Refusal('unavailable', { code: 'broker-unreachable', message: 'Non inviato' });
  expect(await idempotency(request, () => Promise.resolve(refusal))).toBe(refusal);
  expect(await idempotency(request, act)).toEqual(DONE);
});

test('a request that acted is answered though the database does not store its answer', async () => {
  const repository = createIdempotentAnswersRepository(database.db, database.engine);
  const store = () => new Promise<void>(() => {});
  const onHangingDatabase = createIdempotency({
    repository: { ...repository, store },
    clock: { now: () => AT },
    hashKey: HASH_KEY,
  });
  const refusal = new Refusal('unavailable', { code: 'outcome-not-stored', message: 'Inviato', acted: true });
  expect(await onHangingDatabase(request, () => Promise.resolve(refusal))).toBe(refusal);
  expect(await idempotency(request, act)).toMatchObject({ kind: 'conflict', code: 'request-unfinished' });
  expect(acts).toBe(0);
});

test.each([
  ['a click keeps its 503: what was wanted before an outage is not lit after it', true, 0],
  ['another request frees its key with a 503', false, 1],
] as const)('%s', async (_title, hasAge, expected) => {
  const unavailable = new Refusal('unavailable', {
    code: 'broker-down',
    message: 'Broker non raggiungibile',
  });
  const use = { ...request, hasAge };
  expect(await idempotency(use, () => Promise.resolve(unavailable))).toBe(unavailable);
  // The answer is stored beside it: until then the key is unfinished.
  await expect.poll(() => idempotency(use, act)).toMatchObject({ status: hasAge ? 503 : 200 });
  expect(acts).toBe(expected);
});
