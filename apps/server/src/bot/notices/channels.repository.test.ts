import { CHANNEL_SETTING } from '@semaforo/contract/domain/telegram-channel';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ACT, NOW } from '../../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../../test/test-database.ts';
import { createTestLogger } from '../../../test/test-logger.ts';
import type { OpenDatabase } from '../../database/engine.ts';
import { createSettingsRepository } from '../../settings/settings.repository.ts';
import { createUsersRepository } from '../../users/users.repository.ts';
import { createBotLease } from '../bot-lease.repository.ts';
import { createChannelsRepository } from './channels.repository.ts';
import { createNoticeLeader } from './notice-leader.ts';

describe.each(testEngines())('on %s', (engine) => {
  let database: OpenDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });
  afterEach(() => database.close());

  test('the channel of a Comune is the one that its setting names, with what it was last told', async () => {
    const users = createUsersRepository(database.db, engine);
    const settings = createSettingsRepository(database.db);
    const channels = createChannelsRepository(database.db);
    const anna = await users.create({ username: 'anna', passwordHash: '-', role: 'user' }, ACT);
    const bruno = await users.create({ username: 'bruno', passwordHash: '-', role: 'user' }, ACT);
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

  test('of two servers one has the duty of notices, and when it stops the other gets it', async () => {
    let now = NOW;
    const leaderOn = (server: string) =>
      createNoticeLeader({
        lease: createBotLease(database.db, 'notices', server),
        clock: { now: () => now },
        logger: createTestLogger(),
      });
    const first = leaderOn('uno');
    const second = leaderOn('due');
    await first.start(() => {});
    await second.start(() => {});
    expect([first.isLeader(), second.isLeader()]).toEqual([true, false]);

    // One that crashed and starts again has it at once.
    const again = leaderOn('uno');
    await again.start(() => {});
    expect(again.isLeader()).toBe(true);

    // The first is gone without a word; once its lease is over the second has the duty.
    now += 31_000;
    await second.start(() => {});
    expect(second.isLeader()).toBe(true);
    await again.start(() => {});
    expect(again.isLeader()).toBe(false);

    await second.stop();
    await again.start(() => {});
    expect(again.isLeader()).toBe(true);
    await Promise.all([first.stop(), again.stop()]);
  });
});
