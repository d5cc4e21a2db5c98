import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ACT, NOW, SERVER_ID } from '../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { Secret } from '../platform/secret.ts';
import { createUsersRepository } from '../users/users.repository.ts';
import type { News } from './notification.ts';
import { createNotifiedRepository, type NotifiedRepository } from './notified.repository.ts';
import { createOutbox } from './outbox.ts';

const NEWS: News = {
  audience: { to: 'telegram', chatId: '42', userId: null },
  ...{ key: 'backup:1', kind: 'backup-failed', facts: { reason: 'il disco è pieno' } },
};

describe.each(testEngines())('on %s', (engine) => {
  let database: OpenDatabase;
  let notified: NotifiedRepository;
  let userId: number;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    const { db } = database;
    const outbox = createOutbox({
      db,
      channels: ['telegram'],
      serverId: SERVER_ID,
      clock: { now: () => NOW },
    });
    notified = createNotifiedRepository(db, outbox.enqueue);
    const users = createUsersRepository(db, engine);
    userId = (await users.create({ username: 'anna', passwordHash: new Secret('-'), role: 'user' }, ACT)).id;
  });
  afterEach(() => database.close());

  const errors = (deviceIds: number[], standing: 'error' | 'unstable' | 'ok', at = NOW) => [
    { audience: 0, standing, at, deviceIds },
  ];
  const addFailing = async (topic: string) => {
    const { id } = await database.db
      .insertInto('devices')
      .values({ topic, type: 'semaforo', owner_id: userId, created_at: NOW })
      .returning('id')
      .executeTakeFirstOrThrow();
    await database.db.insertInto('device_states').values({ device_id: id, error: 1 }).execute();
    return id;
  };

  test('a notified error is stored per audience until it is taken back', async () => {
    const [first, second] = [await addFailing('/3/a/s1'), await addFailing('/3/a/s2')];
    await notified.announce(NEWS, errors([first, second, 999], 'error'));
    const toOwner = { audience: userId, standing: 'error' as const, at: NOW, deviceIds: [first] };
    await notified.announce(NEWS, [toOwner]);
    await notified.announce(NEWS, errors([first], 'unstable', NOW + 1));
    await notified.announce(NEWS, errors([second], 'ok', NOW + 1));
    expect((await notified.list()).sort((a, b) => a.audience - b.audience)).toEqual([
      { deviceId: first, audience: 0, standing: 'unstable', at: NOW + 1 },
      { deviceId: first, audience: userId, standing: 'error', at: NOW },
    ]);
  });

  test('hundreds of notified errors are stored at once', async () => {
    const ids = [];
    for (let count = 0; count < 510; count += 1) ids.push(await addFailing(`/3/a/s${count}`));
    await notified.announce(NEWS, errors(ids, 'error'));
    expect(await notified.list()).toHaveLength(510);
  });

  test('a notified error is deleted with the state of its device', async () => {
    const [first, second] = [await addFailing('/3/a/s1'), await addFailing('/3/a/s2')];
    await notified.announce(NEWS, errors([first, second], 'error'));
    await database.db.deleteFrom('device_states').where('device_id', '=', first).execute();
    await database.db.deleteFrom('devices').where('id', '=', second).execute();
    expect(await notified.list()).toEqual([]);
  });

  test('an error that is notified is stored with its notices, or neither is', async () => {
    const id = await addFailing('/3/a/s1');
    const broken: News = { ...NEWS, facts: { reason: 1n as unknown as string } } as News;
    await expect(notified.announce(broken, errors([id], 'error'))).rejects.toThrow();
    const stored = await database.db.selectFrom('notifications').select('id').execute();
    expect([stored, await notified.list()]).toEqual([[], []]);
  });
});
