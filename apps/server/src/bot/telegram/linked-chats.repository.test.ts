import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NOW } from '../../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../../test/test-database.ts';
import type { OpenDatabase } from '../../database/engine.ts';
import { createLinkCodesRepository, type LinkCodesRepository } from './link-codes.repository.ts';
import { createLinkedChatsRepository, type LinkedChatsRepository } from './linked-chats.repository.ts';

const CHAT = { id: '42', kind: 'private', title: 'Anna' } as const;

describe.each(testEngines())('on %s', (engine) => {
  let database: OpenDatabase;
  let codes: LinkCodesRepository;
  let chats: LinkedChatsRepository;
  let userId: number;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    codes = createLinkCodesRepository(database.db);
    chats = createLinkedChatsRepository(database.db);
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
  const actOf = (id: number) => ({ author: { id, username: 'anna', address: '::1' }, at: NOW });
  const saveCode = (hash: string, of = userId) =>
    codes.save({ userId: of, hash, expiresAt: NOW + 600_000 }, actOf(of));
  const link = async (chat: Parameters<LinkCodesRepository['redeem']>[0]['chat'] = CHAT, of = userId) => {
    await saveCode(`code of ${of} for ${chat.id}`, of);
    return codes.redeem({ hash: `code of ${of} for ${chat.id}`, chat, at: NOW });
  };

  test('a code links one chat to its user, also when several chats use it at once', async () => {
    await saveCode('abc');
    const redemptions = [1, 2, 3].map((id) =>
      codes.redeem({ hash: 'abc', chat: { ...CHAT, id: String(id) }, at: NOW }),
    );
    const actors = (await Promise.all(redemptions)).filter((actor) => actor !== undefined);
    expect(actors).toEqual([{ id: userId, username: 'anna', role: 'user' }]);
    expect(await chats.all()).toMatchObject([{ userId, role: 'user' }]);
  });

  test('a deleted user gets no code', async () => {
    expect(await saveCode('abc', 999)).toBe(false);
  });

  test('a code that expired or was replaced links nothing', async () => {
    await saveCode('old');
    await saveCode('new');
    expect(await codes.redeem({ hash: 'old', chat: CHAT, at: NOW })).toBeUndefined();
    expect(await codes.redeem({ hash: 'new', chat: CHAT, at: NOW + 600_000 })).toBeUndefined();
  });

  test('a chat that is linked again changes over to the other user', async () => {
    const other = await addUser('bruno');
    await link();
    await link(CHAT, other);
    expect(await chats.all()).toEqual([{ chatId: '42', userId: other, role: 'user' }]);
  });

  test('a link ends when the user gets a newer token version or is deleted', async () => {
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

  test('a user unlinks own chats only', async () => {
    const other = await addUser('bruno');
    await link();
    const [chat] = await chats.listOf(userId);
    const id = chat?.id ?? 0;
    expect(await chats.unlinkOwn(id, { userId: other, ...actOf(other) })).toBe(false);
    expect(await chats.unlinkOwn(id, { userId, ...actOf(userId) })).toBe(true);
    expect(await chats.unlinkChat('42', { at: NOW, reason: 'x' })).toBe(false);
  });

  test('a group keeps its link when its id changes', async () => {
    await link({ ...CHAT, id: '-5', kind: 'group' });
    await chats.moveChat('-5', '-1005');
    expect(await chats.all()).toMatchObject([{ chatId: '-1005', userId }]);
  });
});
