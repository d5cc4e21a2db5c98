import { CHANNEL_SETTING } from '@semaforo/contract/domain/telegram-channel';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ACT, NOW } from '../../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../../test/test-database.ts';
import type { OpenDatabase } from '../../database/engine.ts';
import { Secret } from '../../platform/secret.ts';
import { createSettingsRepository } from '../../settings/settings.repository.ts';
import { createUsersRepository } from '../../users/users.repository.ts';
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
    const comune = { userId: anna.id, username: 'anna', channel: '@comune_anna' };
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
  });
});
