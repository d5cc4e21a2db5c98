import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ACT, NOW } from '../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import { createTestLogger } from '../../test/test-logger.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { type CredentialsRepository, createCredentialsRepository } from './credentials.repository.ts';
import { createDeviceLogins } from './device-logins.ts';
import { newCredentials } from './new-credentials.ts';

const KEY = '/3/comune/s1';

describe.each(testEngines())('the log-ins of devices on %s', (engine) => {
  let database: OpenDatabase;
  let repository: CredentialsRepository;
  let logins: ReturnType<typeof createDeviceLogins>;
  let published: [string, string | undefined, string | undefined][];
  let fails: boolean;
  let deviceId: number;
  const logger = createTestLogger();

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    repository = createCredentialsRepository(database.db);
    fails = false;
    published = [];
    logins = createDeviceLogins({
      repository: {
        ...repository,
        listLogins: (ids) => (fails ? Promise.reject(new Error('away')) : repository.listLogins(ids)),
      },
      logger,
    });
    logins.port.subscribe((username, login) => published.push([username, login?.key, login?.passwordHash]));
    deviceId = await insertDevice(KEY);
  });
  afterEach(async () => {
    await logins.stop();
    await database.close();
  });

  async function insertDevice(topic: string): Promise<number> {
    const device = { topic, name: null, type: 'semaforo' as const, latitude: null, longitude: null };
    const { id } = await database.db
      .insertInto('devices')
      .values({ ...device, owner_id: null, created_at: NOW })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  async function put(id = deviceId) {
    const { password: _shownOnce, ...made } = newCredentials(id, 'prova2');
    await repository.put(id, { ...made, sealedPassword: null }, ACT);
    return made;
  }

  test('a log-in that is made, rotated, moved to another key and ended is told each time, once', async () => {
    const first = await put();
    await logins.reread(deviceId);
    const second = await put();
    await logins.reread(deviceId);
    await logins.reread(deviceId);
    await database.db.updateTable('devices').set({ topic: '/3/comune/s2' }).execute();
    await logins.reread(deviceId);
    await repository.delete(deviceId, ACT);
    await logins.reread(deviceId);
    expect(published).toEqual([
      [first.username, KEY, first.passwordHash],
      [first.username, KEY, second.passwordHash],
      [first.username, '/3/comune/s2', second.passwordHash],
      [first.username, undefined, undefined],
    ]);
  });

  test('with its device a log-in ends', async () => {
    const { username, passwordHash } = await put();
    expect(await logins.port.list()).toEqual([{ username, passwordHash, key: KEY }]);
    await database.db.deleteFrom('devices').execute();
    await logins.reread(deviceId);
    expect(published.at(-1)).toEqual([username, undefined, undefined]);
    expect(await logins.port.list()).toEqual([]);
  });

  test('a change is told also when the database did not answer at first', async () => {
    const { username, passwordHash } = await put();
    fails = true;
    await logins.reread(deviceId);
    expect(published).toEqual([]);
    fails = false;
    await until('the change is told', () => published.length > 0);
    expect(published).toEqual([[username, KEY, passwordHash]]);
  });

  test('when a log-in was seen is stored, and known before that', async () => {
    const { username } = await put();
    await logins.reread(deviceId);
    logins.port.seen(username, NOW + 5000);
    expect(logins.seenLately(username)).toBe(NOW + 5000);
    await until('it is stored', async () => (await repository.find(deviceId))?.lastSeen === NOW + 5000);
    logins.port.seen(username, NOW + 6000);
    await put();
    await logins.reread(deviceId);
    expect(logins.seenLately(username)).toBeUndefined();
  });

  test.skipIf(engine === 'sqlite')(
    'what another server did is told, and costs nothing otherwise',
    async () => {
      const other = await insertDevice('/3/altro/s1');
      await put();
      await logins.merge(await repository.version());
      await put(other);
      await repository.delete(deviceId, ACT);
      await logins.merge(await repository.version());
      expect(published.map(([username, key]) => [username, key])).toEqual([
        [`dispositivo-${deviceId}-prova2`, KEY],
        [`dispositivo-${deviceId}-prova2`, undefined],
        [`dispositivo-${other}-prova2`, '/3/altro/s1'],
      ]);
      fails = true;
      await repository.saveSeen(new Map([[`dispositivo-${other}-prova2`, NOW]]));
      await expect(logins.merge(await repository.version())).resolves.toBeUndefined();
    },
  );
});
