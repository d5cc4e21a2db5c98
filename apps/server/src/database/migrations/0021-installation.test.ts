import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase, testEngines } from '../../../test/test-database.ts';
import { addInstallation } from './0021-installation.ts';

test.each(testEngines())(
  'on %s an installation has a tag, and knows the usernames that it gave before',
  async (engine) => {
    const { db, close } = await createTestDatabase(engine);
    const device = { topic: '/3/c/s1', type: 'semaforo', created_at: 0 } as const;
    const { id } = await db.insertInto('devices').values(device).returning('id').executeTakeFirstOrThrow();
    const login = { device_id: id, username: 'dispositivo-1', password_hash: '', mosquitto_hash: '' };
    await db
      .insertInto('device_credentials')
      .values({ ...login, created_at: 0, sealed_password: null, last_seen: null })
      .execute();
    await db.schema.dropTable('installation').execute();
    await db.schema.dropTable('untagged_device_logins').execute();
    await addInstallation(db as unknown as Kysely<unknown>);
    const installations = await db.selectFrom('installation').selectAll().execute();
    expect(installations.map(({ tag }) => /^[2-9a-z]{6}$/.test(tag))).toEqual([true]);
    const untagged = await db.selectFrom('untagged_device_logins').selectAll().execute();
    expect(untagged).toEqual([{ username: 'dispositivo-1' }]);
    await close();
  },
);
