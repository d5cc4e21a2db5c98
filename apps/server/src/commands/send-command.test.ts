import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ACT, NOW } from '../../test/acts.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { createIdempotency } from '../http/idempotency.ts';
import { createIdempotentAnswersRepository } from '../http/idempotent-answers.repository.ts';
import { Refusal } from '../platform/refusal.ts';
import { createSendCommand } from './send-command.ts';
import { createAcceptedCommand } from './tracked-delivery.ts';

let database: OpenDatabase;

beforeEach(async () => {
  database = await createTestDatabase('sqlite');
  const user = { username: 'a', folded_username: 'a', password_hash: 'hash', role: 'user' } as const;
  await database.db
    .insertInto('users')
    .values({ ...user, id: 1, token_version: 1, created_at: NOW })
    .execute();
});
afterEach(async () => {
  vi.useRealTimers();
  await database.close();
});

test('a command whose outcome is not stored in time is not sent again under its Idempotency-Key', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let sent = 0;
  const sendCommand = createSendCommand({
    acceptCommand: ({ deadlineAt, origin, deviceType, value }) => {
      sent += 1;
      const command = { id: sent, createdAt: NOW, deadlineAt, origin, deviceType, value, sourceId: null };
      return Promise.resolve(createAcceptedCommand({ ...command, username: 'a', waitsForDevice: false }, []));
    },
    link: { status: () => ({ connected: true, since: 0, reason: null }), probe: () => undefined },
    // The database hangs.
    stored: () => new Promise(() => {}),
    onAccepted: () => {},
    confirmMs: 5000,
  });
  const repository = createIdempotentAnswersRepository(database.db, database.engine);
  const idempotency = createIdempotency({
    repository,
    clock: { now: () => NOW },
    hashKey: new Uint8Array(32),
  });
  const press = async () => {
    const answer = idempotency({ userId: 1, key: 'k', content: 'rosso' }, async () => {
      const result = await sendCommand({
        author: { ...ACT.author, id: 1 },
        idempotencyKey: 'k',
        origin: 'operatore',
        deviceType: 'semaforo',
        resolveTargets: () => [],
        value: 'rosso',
        deadlineAt: NOW + 10_000,
      });
      return result instanceof Refusal ? result : { status: 200, body: JSON.stringify(result) };
    });
    const ended: true[] = [];
    void answer.finally(() => ended.push(true));
    while (ended.length === 0) await vi.advanceTimersByTimeAsync(1000);
    return answer;
  };
  const refusal = { code: 'outcome-not-stored' };
  expect(await press()).toMatchObject(refusal);
  expect(await press()).toMatchObject({
    status: 503,
    body: expect.stringContaining(refusal.code) as string,
  });
  expect(sent).toBe(1);
});
