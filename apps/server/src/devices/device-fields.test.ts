import type { Client } from '@semaforo/client';
import { ADMIN } from '@semaforo/testing/credentials';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../../test/running-app.ts';
import {
  createEmptyDatabase,
  createTestDatabasePlace,
  type TestDatabasePlace,
  testEngines,
} from '../../test/test-database.ts';
import { isUniqueViolation } from '../database/constraint-errors.ts';
import { migrate } from '../database/migrate.ts';

describe.each(testEngines())('the fields of a device on %s', (engine) => {
  let place: TestDatabasePlace;
  let app: RunningApp;
  let admin: Client;
  let userId: number;
  let count = 0;

  beforeAll(async () => {
    place = await createTestDatabasePlace(engine);
    const settings = place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl };
    app = await startApp({ dataDir: place.dataDir, settings });
    admin = await app.logIn(ADMIN);
    userId = (await app.createOperator('valdombra')).id;
  });
  afterAll(async () => {
    await app.stop();
    await place.remove();
  });

  const nextTopic = () => {
    count += 1;
    return `/3/val/n${count}`;
  };
  const create = (fields: object) =>
    admin.request('POST', '/api/admin/devices', {
      body: { topic: nextTopic(), type: 'semaforo', userId, ...fields },
    });
  const change = (id: number, fields: object) =>
    admin.request('PUT', `/api/admin/devices/${id}`, { body: fields });

  test('a key that differs from another by case only is taken, for a new device and for a changed one', async () => {
    const id = await app.createDevice({ topic: '/3/comune/s1', userId });
    const other = await app.createDevice({ topic: '/3/comune/s2', userId });
    const taken = { status: 409, body: { code: 'topic-taken' } };
    expect(await create({ topic: '/3/Comune/S1' })).toMatchObject(taken);
    expect(await change(other, { topic: '/3/COMUNE/s1' })).toMatchObject(taken);
    expect(await change(id, { topic: '/3/Comune/S1' })).toMatchObject({ status: 200 });
    expect(await create({ topic: '/3/comune/s1' })).toMatchObject(taken);
  });

  test('a position has both coordinates or none, also together with what is stored', async () => {
    const half = { status: 400, body: { error: 'Latitudine e longitudine: servono tutte e due, o nessuna' } };
    expect(await create({ latitude: 44 })).toMatchObject(half);
    expect(await create({ latitude: null, longitude: 9 })).toMatchObject(half);
    const id = await app.createDevice({ topic: nextTopic(), userId });
    expect(await change(id, { latitude: 44 })).toMatchObject(half);
    expect(await change(id, { latitude: 44, longitude: 9 })).toMatchObject({ status: 200 });
    expect(await change(id, { latitude: 45 })).toMatchObject({ body: { latitude: 45, longitude: 9 } });
    expect(await change(id, { longitude: null })).toMatchObject(half);
    expect(await change(id, { latitude: null, longitude: null })).toMatchObject({
      body: { latitude: null, longitude: null },
    });
  });

  test('a table with half a position, or a key in another case, is refused by its line', async () => {
    await app.createDevice({ topic: '/3/tab/s1', userId });
    const body = [
      'topic;type;latitude;longitude',
      '/3/Tab/s1;semaforo;;',
      '/3/tab/s1;semaforo;44;',
      '/3/tab/s2;semaforo;44;9',
      '/3/TAB/s2;semaforo;44;9',
    ].join('\n');
    const { errors } = await admin('importDevices', { query: { dry_run: 'true' }, body });
    expect(errors).toEqual([
      { line: 2, error: expect.stringContaining('scritto /3/tab/s1') as string },
      { line: 3, error: expect.stringContaining('servono tutte e due') as string },
      { line: 5, error: 'Il topic è già alla riga 4' },
    ]);
    // A table without the column leaves the other half as it is stored.
    const one = 'topic;type;latitude\n/3/tab/s1;semaforo;44\n';
    expect((await admin('importDevices', { body: one })).errors).toHaveLength(1);
  });

  test.each(['a\nb', 'a\u2028b', 'a\u2029b', '\u202Eossor', 'a\u200Bb', 'x'.repeat(101)])(
    'a name like %j is refused',
    async (name) => {
      expect(await create({ name })).toMatchObject({ status: 400 });
    },
  );

  test('devices whose keys differed by case before the upgrade go on, and no third one joins them', async () => {
    const database = await createEmptyDatabase(engine);
    try {
      await migrate(database, { upTo: '0041-color' });
      const row = (topic: string) => ({ topic, name: null, type: 'semaforo' as const, created_at: 1 });
      const insert = (topic: string) =>
        database.db
          .insertInto('devices')
          .values({ ...row(topic), latitude: 44, longitude: null, owner_id: null })
          .execute();
      for (const topic of ['/3/a/s1', '/3/A/s1', '/3/a/S1', '/3/b/s1']) await insert(topic);
      await migrate(database);
      expect(await database.db.selectFrom('devices').select('topic_twin').orderBy('id').execute()).toEqual(
        [0, 1, 2, 0].map((topic_twin) => ({ topic_twin })),
      );
      await expect(insert('/3/A/S1')).rejects.toSatisfy(isUniqueViolation);
    } finally {
      await database.close();
    }
  });
});
