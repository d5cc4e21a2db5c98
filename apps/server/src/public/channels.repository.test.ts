import { PUBLIC_PAGE_SETTING, PUBLIC_SLUG_SETTING } from '@semaforo/contract/domain/public-page';
import { CHANNEL_SETTING } from '@semaforo/contract/domain/telegram-channel';
import { insertDevice } from '@semaforo/testing/rows';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ACT, NOW } from '../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { createSettingsRepository } from '../operations/settings.repository.ts';
import { Secret } from '../platform/secret.ts';
import { createUsersRepository } from '../users/users.repository.ts';
import { createChannelsRepository } from './channels.repository.ts';

describe.each(testEngines())('on %s', (engine) => {
  let database: OpenDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });
  afterEach(() => database.close());

  test('the list has the channels that settings name, each with its last post', async () => {
    const users = createUsersRepository(database.db, engine);
    const settings = createSettingsRepository(database.db);
    const channels = createChannelsRepository(database.db);
    const anna = await users.create({ username: 'anna', passwordHash: new Secret('-'), role: 'user' }, ACT);
    const bruno = await users.create({ username: 'bruno', passwordHash: new Secret('-'), role: 'user' }, ACT);
    await settings.save(anna.id, { [CHANNEL_SETTING]: '@comune_anna', altro: 'x' }, ACT);
    await settings.save(bruno.id, { [CHANNEL_SETTING]: '' }, ACT);
    const comune = { userId: anna.id, username: 'anna', channel: '@comune_anna', slug: undefined };
    expect(await channels.list()).toEqual([{ ...comune, last: undefined }]);

    for (const [state, at] of [
      ['verde', NOW],
      ['rosso in parte', NOW + 1],
    ] as const) {
      const last = { channel: '@comune_anna', state, at };
      await channels.save(anna.id, last);
      expect(await channels.list()).toEqual([{ ...comune, last }]);
    }
    await channels.save(999, { channel: '@nessuno', state: 'verde', at: NOW });
    expect(await channels.list()).toHaveLength(1);
    await settings.save(bruno.id, { [PUBLIC_PAGE_SETTING]: 'true', [PUBLIC_SLUG_SETTING]: 'bruno' }, ACT);
    await settings.save(anna.id, { [PUBLIC_SLUG_SETTING]: 'anna' }, ACT);
    expect(await channels.list()).toMatchObject([
      { channel: '@comune_anna', slug: undefined },
      { channel: '', slug: 'bruno', last: undefined },
    ]);
  });

  test('what the own signals of a user showed is kept until it is forgotten', async () => {
    const users = createUsersRepository(database.db, engine);
    const channels = createChannelsRepository(database.db);
    const anna = await users.create({ username: 'anna', passwordHash: new Secret('-'), role: 'user' }, ACT);
    const bruno = await users.create({ username: 'bruno', passwordHash: new Secret('-'), role: 'user' }, ACT);
    const mine = await insertDevice(database.db, { topic: '/3/x/s1', type: 'semaforo', ownerId: anna.id });
    const other = await insertDevice(database.db, { topic: '/3/x/s2', type: 'semaforo', ownerId: bruno.id });
    const rosso = { status: 'rosso', at: NOW } as const;
    await channels.saveShown(anna.id, new Map([mine, other, 999].map((id) => [id, rosso])));
    expect(await channels.shownBy(anna.id)).toEqual(new Map([[mine, rosso]]));
    await channels.saveShown(anna.id, new Map([[mine, { status: 'verde', at: NOW + 1 }]]));
    expect((await channels.shownBy(anna.id)).get(mine)?.status).toBe('verde');
    await channels.forgetShown(mine);
    expect(await channels.shownBy(anna.id)).toEqual(new Map());
  });
});
