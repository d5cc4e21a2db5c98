import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NOW, SERVER_ID } from '../../../test/acts.ts';
import { insertLinkedChat } from '../../../test/linked-chat.ts';
import { createTestDatabase, testEngines } from '../../../test/test-database.ts';
import type { OpenDatabase } from '../../database/engine.ts';
import { createOutboxRepository, type OutboxRepository } from './outbox.repository.ts';
import { createPartClaimsRepository, type PartClaimsRepository } from './part-claims.repository.ts';

const NOTICE = { chatId: '42', key: 'missed:1', text: 'Pianificazione mancata' };
const END = { outcome: 'sent', at: NOW } as const;

describe.each(testEngines())('on %s', (engine) => {
  let database: OpenDatabase;
  let queue: OutboxRepository;
  let claims: PartClaimsRepository;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    queue = createOutboxRepository(database.db);
    claims = createPartClaimsRepository(database.db, SERVER_ID);
  });
  afterEach(() => database.close());

  const head = async () => {
    const [first] = await queue.heads();
    if (!first) throw new Error('the outbox is empty');
    return first;
  };

  test('the heads are the oldest notice of each chat, oldest first', async () => {
    const second = { ...NOTICE, key: 'b', text: 'Seconda' };
    await queue.put([NOTICE, { ...NOTICE, chatId: '43' }, second], NOW);
    const heads = async () => (await queue.heads()).map(({ chatId, text }) => [chatId, text]);
    const ofTheOther = ['43', NOTICE.text];
    expect(await heads()).toEqual([['42', NOTICE.text], ofTheOther]);
    await queue.finish((await head()).id, END);
    expect(await heads()).toEqual([ofTheOther, ['42', 'Seconda']]);
  });

  test('a key is stored once per chat, also by two servers at once and after it is finished', async () => {
    await Promise.all([queue.put([NOTICE], NOW), queue.put([NOTICE], NOW)]);
    await queue.finish((await head()).id, END);
    await queue.put([NOTICE], NOW);
    expect(await queue.heads()).toEqual([]);
  });

  test('thousands of notices are stored at once', async () => {
    await queue.put(
      Array.from({ length: 1200 }, (_, index) => ({ ...NOTICE, chatId: String(index) })),
      NOW,
    );
    expect(await queue.heads()).toHaveLength(1200);
  });

  test('one of several callers gets the claim of each part', async () => {
    await queue.put([NOTICE], NOW);
    const notice = await head();
    const outcomes = await Promise.all([1, 2, 3].map(() => claims.claim(notice, NOW)));
    expect(outcomes.sort()).toEqual(['claimed', 'taken', 'taken']);
    await claims.advance(notice.id);
    expect(await claims.claim(notice, NOW)).toBe('taken');
    expect(await claims.claim(await head(), NOW)).toBe('claimed');
    await claims.release(notice.id, NOW + 5);
    expect(await head()).toMatchObject({ partsSent: 1, notBefore: NOW + 5, sendingSince: null });
  });

  test('a notice to a linked chat is claimed only while that link lasts', async () => {
    await insertLinkedChat(database.db, NOTICE.chatId);
    await queue.put([NOTICE], NOW);
    await database.db.updateTable('users').set({ token_version: 2 }).execute();
    expect(await claims.claim(await head(), NOW)).toBe('unlinked');
  });

  test('a notice that needs no link is claimed after the link of its chat has ended', async () => {
    await insertLinkedChat(database.db, NOTICE.chatId);
    await database.db.updateTable('users').set({ token_version: 2 }).execute();
    await queue.put([{ ...NOTICE, userId: null }], NOW);
    expect(await claims.claim(await head(), NOW)).toBe('claimed');
  });

  test('the notices that need the link of a user are deleted with the user', async () => {
    await insertLinkedChat(database.db, NOTICE.chatId);
    await queue.put([NOTICE, { ...NOTICE, chatId: '@comune_x' }], NOW);
    await database.db.deleteFrom('users').execute();
    expect((await queue.heads()).map(({ chatId }) => chatId)).toEqual(['@comune_x']);
  });

  test('a clean-up deletes notices that were finished before, and no others', async () => {
    await queue.put([NOTICE, { ...NOTICE, key: 'b' }], NOW);
    await queue.finish((await head()).id, END);
    await queue.deleteFinishedBefore(NOW + 1);
    await queue.put([NOTICE], NOW);
    expect(await database.db.selectFrom('bot_outbox').select('notice_key').execute()).toHaveLength(2);
  });
});
