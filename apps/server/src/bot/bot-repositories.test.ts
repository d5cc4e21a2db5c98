import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SERVER_ID } from '../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { addBotMemory } from '../database/migrations/0007-bot-memory.ts';
import { type BotLease, createBotLease } from './bot-lease.repository.ts';
import { createNotifiedErrorsRepository } from './outbox/notified-errors.repository.ts';
import { createOutboxRepository, type OutboxRepository } from './outbox/outbox.repository.ts';
import { createHandledUpdates } from './telegram/handled-updates.repository.ts';
import {
  createLinkedChatsRepository,
  type LinkedChatsRepository,
} from './telegram/linked-chats.repository.ts';

const CHAT = { id: '42', kind: 'private', title: 'Anna' } as const;
const NOTICE = { chatId: '42', key: 'missed:1', text: 'Pianificazione mancata' };
const NOW = Date.UTC(2026, 10, 20);
const END = { outcome: 'sent', at: NOW } as const;

describe.each(testEngines())('the repositories of the bot on %s', (engine) => {
  let database: OpenDatabase;
  let chats: LinkedChatsRepository;
  let queue: OutboxRepository;
  let userId: number;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    chats = createLinkedChatsRepository(database.db);
    queue = createOutboxRepository(database.db, SERVER_ID);
    userId = await addUser('anna');
  });
  afterEach(() => database.close());

  const addUser = async (username: string) => {
    const user = { username, folded_username: username, password_hash: '', role: 'user' } as const;
    const { id } = await database.db
      .insertInto('users')
      .values({ ...user, token_version: 1, created_at: NOW })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const actOf = (id: number, at = NOW) => ({ author: { id, username: 'anna', address: '::1' }, at });
  const saveCode = (hash: string, of = userId) =>
    chats.saveCode({ userId: of, hash, expiresAt: NOW + 600_000 }, actOf(of));
  const link = async (chat: Parameters<LinkedChatsRepository['redeem']>[0]['chat'] = CHAT, of = userId) => {
    await saveCode(`code of ${of} for ${chat.id}`, of);
    return chats.redeem({ hash: `code of ${of} for ${chat.id}`, chat, at: NOW });
  };
  const head = async () => {
    const [first] = await queue.heads();
    if (!first) throw new Error('nothing is queued');
    return first;
  };

  describe('chats', () => {
    test('are linked by a code, to its user, once', async () => {
      await saveCode('abc');
      const redemptions = [1, 2, 3].map((id) =>
        chats.redeem({ hash: 'abc', chat: { ...CHAT, id: String(id) }, at: NOW }),
      );
      const actors = (await Promise.all(redemptions)).filter((actor) => actor !== undefined);
      expect(actors).toEqual([{ id: userId, username: 'anna', role: 'user' }]);
      expect(await chats.all()).toMatchObject([{ userId, role: 'user' }]);
    });

    test('no code is given to a user who is gone', async () => {
      expect(await saveCode('abc', 999)).toBe(false);
    });

    test('a code that expired or was replaced links nothing', async () => {
      await saveCode('old');
      await saveCode('new');
      expect(await chats.redeem({ hash: 'old', chat: CHAT, at: NOW })).toBeUndefined();
      expect(await chats.redeem({ hash: 'new', chat: CHAT, at: NOW + 600_000 })).toBeUndefined();
    });

    test('a chat linked again goes over to the other user', async () => {
      const other = await addUser('bruno');
      await link();
      await link(CHAT, other);
      expect(await chats.all()).toEqual([{ chatId: '42', userId: other, role: 'user' }]);
    });

    test('of a user with a newer token version, or without a user, are linked no more', async () => {
      await link();
      expect(await chats.findActor('42')).toMatchObject({ id: userId });
      await database.db.updateTable('users').set({ token_version: 2 }).execute();
      expect(await chats.findActor('42')).toBeUndefined();
      expect([await chats.all(), await chats.listOf(userId)]).toEqual([[], []]);
      await link();
      expect(await chats.findActor('42')).toMatchObject({ id: userId });
      await database.db.deleteFrom('users').execute();
      expect(await database.db.selectFrom('bot_chats').selectAll().execute()).toEqual([]);
    });

    test('are unlinked by their user only', async () => {
      const other = await addUser('bruno');
      await link();
      const [chat] = await chats.listOf(userId);
      const id = chat?.id ?? 0;
      expect(await chats.unlinkOwn(id, { userId: other, ...actOf(other) })).toBe(false);
      expect(await chats.unlinkOwn(id, { userId, ...actOf(userId) })).toBe(true);
      expect(await chats.unlinkChat('42', { at: NOW, reason: 'x' })).toBe(false);
    });

    test('a group that moves keeps its link', async () => {
      await link({ ...CHAT, id: '-5', kind: 'group' });
      await chats.moveChat('-5', '-1005');
      expect(await chats.all()).toMatchObject([{ chatId: '-1005', userId }]);
    });
  });

  describe('the queue', () => {
    test('gives the oldest notice of each chat, in order', async () => {
      const second = { ...NOTICE, key: 'b', text: 'Seconda' };
      await queue.put([NOTICE, { ...NOTICE, chatId: '43' }, second], NOW);
      const heads = async () => (await queue.heads()).map(({ chatId, text }) => [chatId, text]);
      const ofTheOther = ['43', NOTICE.text];
      expect(await heads()).toEqual([['42', NOTICE.text], ofTheOther]);
      await queue.finish((await head()).id, END);
      expect(await heads()).toEqual([ofTheOther, ['42', 'Seconda']]);
    });

    test('takes a key once per chat, also from two servers at once, and also once it is finished', async () => {
      await Promise.all([queue.put([NOTICE], NOW), queue.put([NOTICE], NOW)]);
      await queue.finish((await head()).id, END);
      await queue.put([NOTICE], NOW);
      expect(await queue.heads()).toEqual([]);
    });

    test('takes thousands of notices at once', async () => {
      await queue.put(
        Array.from({ length: 1200 }, (_, index) => ({ ...NOTICE, chatId: String(index) })),
        NOW,
      );
      expect(await queue.heads()).toHaveLength(1200);
    });

    test('gives a part to one of several that want it, and each part anew', async () => {
      await queue.put([NOTICE], NOW);
      const notice = await head();
      const claims = await Promise.all([1, 2, 3].map(() => queue.claim(notice, NOW)));
      expect(claims.sort()).toEqual(['claimed', 'taken', 'taken']);
      await queue.advance(notice.id);
      expect(await queue.claim(notice, NOW)).toBe('taken');
      expect(await queue.claim(await head(), NOW)).toBe('claimed');
      await queue.release(notice.id, NOW + 5);
      expect(await head()).toMatchObject({ partsSent: 1, notBefore: NOW + 5, sendingSince: null });
    });

    test('a notice to a linked chat goes only while that link lasts', async () => {
      await link();
      await queue.put([NOTICE], NOW);
      await database.db.updateTable('users').set({ token_version: 2 }).execute();
      expect(await queue.claim(await head(), NOW)).toBe('unlinked');
    });

    test('what needs no link goes to a chat whose link has ended', async () => {
      await link();
      await database.db.updateTable('users').set({ token_version: 2 }).execute();
      await queue.put([{ ...NOTICE, userId: null }], NOW);
      expect(await queue.claim(await head(), NOW)).toBe('claimed');
    });

    test('with a user go the notices that need their link', async () => {
      await link();
      await queue.put([NOTICE, { ...NOTICE, chatId: '@comune_x' }], NOW);
      await database.db.deleteFrom('users').execute();
      expect((await queue.heads()).map(({ chatId }) => chatId)).toEqual(['@comune_x']);
    });

    test('forgets what was finished long ago, and nothing else', async () => {
      await queue.put([NOTICE, { ...NOTICE, key: 'b' }], NOW);
      await queue.finish((await head()).id, END);
      await queue.deleteFinishedBefore(NOW + 1);
      await queue.put([NOTICE], NOW);
      expect(await database.db.selectFrom('bot_outbox').select('notice_key').execute()).toHaveLength(2);
    });
  });

  describe('what was told', () => {
    const toldAt = (deviceIds: number[], standing: 'error' | 'unstable' | 'ok', at = NOW) => ({
      errors: [{ audience: 0, standing, at, deviceIds }],
    });
    const addFailing = async (topic: string) => {
      const { id } = await database.db
        .insertInto('devices')
        .values({ topic, type: 'semaforo', owner_id: userId, created_at: NOW })
        .returning('id')
        .executeTakeFirstOrThrow();
      await database.db.insertInto('device_states').values({ device_id: id, error: 1 }).execute();
      return id;
    };
    const told = () => createNotifiedErrorsRepository(database.db);

    test('of errors is remembered per audience until it is taken back', async () => {
      const [first, second] = [await addFailing('/3/a/s1'), await addFailing('/3/a/s2')];
      await queue.put([NOTICE], NOW, toldAt([first, second, 999], 'error'));
      const toOwner = { audience: userId, standing: 'error' as const, at: NOW, deviceIds: [first] };
      await queue.put([], NOW, { errors: [toOwner] });
      await queue.put([], NOW, toldAt([first], 'unstable', NOW + 1));
      await queue.put([], NOW, toldAt([second], 'ok', NOW + 1));
      expect((await told().listDeviceErrors()).sort((a, b) => a.audience - b.audience)).toEqual([
        { deviceId: first, audience: 0, standing: 'unstable', at: NOW + 1 },
        { deviceId: first, audience: userId, standing: 'error', at: NOW },
      ]);
    });

    test('of hundreds of errors is remembered at once', async () => {
      const ids = [];
      for (let count = 0; count < 510; count += 1) ids.push(await addFailing(`/3/a/s${count}`));
      await queue.put([], NOW, toldAt(ids, 'error'));
      expect(await told().listDeviceErrors()).toHaveLength(510);
    });

    test('goes with the state of a device that is gone or became another', async () => {
      const [first, second] = [await addFailing('/3/a/s1'), await addFailing('/3/a/s2')];
      await queue.put([], NOW, toldAt([first, second], 'error'));
      await database.db.deleteFrom('device_states').where('device_id', '=', first).execute();
      await database.db.deleteFrom('devices').where('id', '=', second).execute();
      expect(await told().listDeviceErrors()).toEqual([]);
    });

    test('of an outage is remembered until the return', async () => {
      expect(await told().findOutage()).toBeUndefined();
      await queue.put([], NOW, { outage: NOW });
      await queue.put([], NOW, toldAt([], 'error'));
      expect(await told().findOutage()).toBe(NOW);
      await queue.put([], NOW, { outage: null });
      expect(await told().findOutage()).toBeUndefined();
    });

    test('is remembered with its notices or not at all', async () => {
      const id = await addFailing('/3/a/s1');
      const broken = { ...NOTICE, text: null as unknown as string };
      await expect(queue.put([NOTICE, broken], NOW, toldAt([id], 'error'))).rejects.toThrow();
      expect([await queue.heads(), await told().listDeviceErrors()]).toEqual([[], []]);
    });

    test('counts as told of every error that there is when this begins to be kept', async () => {
      const id = await addFailing('/3/a/s1');
      const { schema } = database.db;
      for (const table of ['bot_told_errors', 'bot_told_outage']) await schema.dropTable(table).execute();
      await schema.alterTable('bot_outbox').dropColumn('sending_by').execute();
      await addBotMemory(database.db as unknown as Kysely<unknown>);
      const audiences = (await told().listDeviceErrors()).map(({ deviceId, audience }) => [
        deviceId,
        audience,
      ]);
      expect(audiences.sort()).toEqual(
        [
          [id, 0],
          [id, userId],
        ].sort(),
      );
    });
  });

  test('an update is claimed once per bot, until it is forgotten', async () => {
    const updates = createHandledUpdates(database.db);
    const update = { botId: 8_000_000_001, updateId: 700, at: NOW };
    const claims = await Promise.all([updates.claim(update), updates.claim(update)]);
    expect(claims.sort()).toEqual([false, true]);
    expect(await updates.claim({ ...update, botId: 1 })).toBe(true);
    await updates.deleteBefore(NOW + 1);
    expect(await updates.claim(update)).toBe(true);
  });

  describe('the lease', () => {
    const leaseOf = (holder: string) => createBotLease(database.db, 'telegram', holder);

    test('is held by one server until it ends or is released', async () => {
      const [one, other] = [leaseOf('one'), leaseOf('other')];
      const hold = (lease: BotLease, now: number) => lease.hold({ now, until: now + 100, working: false });
      const first = await Promise.all([hold(one, NOW), hold(other, NOW)]);
      expect(first.filter(Boolean)).toHaveLength(1);
      const [holder, waiter] = first[0] ? [one, other] : [other, one];
      expect([await hold(holder, NOW + 99), await hold(waiter, NOW + 198)]).toEqual([true, false]);
      expect(await hold(waiter, NOW + 199)).toBe(true);
      await holder.release();
      expect(await hold(holder, NOW + 200)).toBe(false);
      await waiter.release();
      expect(await hold(holder, NOW + 200)).toBe(true);
    });

    test('is one of its name', async () => {
      const lease = { now: NOW, until: NOW + 100, working: true };
      expect(await leaseOf('one').hold(lease)).toBe(true);
      expect(await createBotLease(database.db, 'notices', 'other').hold(lease)).toBe(true);
    });

    test('tells the others whether its holder polls with success', async () => {
      const lease = leaseOf('one');
      expect(await lease.isWorking(NOW)).toBe(false);
      await lease.hold({ now: NOW, until: NOW + 100, working: true });
      expect([await lease.isWorking(NOW), await lease.isWorking(NOW + 100)]).toEqual([true, false]);
    });
  });
});
