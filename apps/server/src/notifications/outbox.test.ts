import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NOW, SERVER_ID } from '../../test/acts.ts';
import { insertLinkedChat } from '../../test/linked-chat.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { inChunks } from '../database/in-chunks.ts';
import { createOutbox, type Outbox } from './outbox.ts';

const NOTICE = { chatId: '42', key: 'missed:1' };

describe.each(testEngines())('on %s', (engine) => {
  let database: OpenDatabase;
  let outbox: Outbox;
  let now: number;

  beforeEach(async () => {
    now = NOW;
    database = await createTestDatabase(engine);
    outbox = outboxOf(SERVER_ID);
  });
  afterEach(() => database.close());

  const outboxOf = (serverId: string) =>
    createOutbox({
      db: database.db,
      channels: ['telegram', 'email', 'push'],
      serverId,
      clock: { now: () => now },
    });
  const put = ({ chatId, key, userId = null }: typeof NOTICE & { userId?: number | null }) =>
    outbox.enqueue({
      ...{ audience: { to: 'telegram', chatId, userId }, key, kind: 'text', facts: { text: key, path: '' } },
    });
  const heads = () => outbox.listNext({ name: 'telegram', keepsOrder: true });
  const head = async () => {
    const [first] = await heads();
    if (!first) throw new Error('the outbox is empty');
    return first;
  };

  test('the heads are the oldest of each chat, oldest first', async () => {
    for (const one of [NOTICE, { ...NOTICE, chatId: '43' }, { ...NOTICE, key: 'b' }]) await put(one);
    const read = async () => (await heads()).map(({ recipient, key }) => [recipient, key]);
    expect(await read()).toEqual([
      ['42', NOTICE.key],
      ['43', NOTICE.key],
    ]);
    await outbox.settle(await head(), { outcome: 'expired' });
    expect(await read()).toEqual([
      ['43', NOTICE.key],
      ['42', 'b'],
    ]);
  });

  test('a postponed notification cannot be claimed by what was read before', async () => {
    await put(NOTICE);
    const before = await head();
    const claimed = await outbox.claim(before);
    if (!claimed) throw new Error('it was not claimed');
    await outbox.settle(claimed, { not_before: NOW + 60_000, failure: 'busy' });
    expect(await outbox.claim(before)).toBeUndefined();
  });

  test('a key is stored once per recipient, also by two servers at once and after it is finished', async () => {
    await Promise.all([put(NOTICE), put(NOTICE)]);
    await outbox.settle(await head(), { outcome: 'expired' });
    await put(NOTICE);
    expect(await heads()).toEqual([]);
  });

  test('a notification is stored in the transaction of what it reports, or neither is', async () => {
    const news = {
      audience: { to: 'person', chatId: null, email: 'a@example.it', browserId: null },
    } as const;
    const facts = { text: 'Allarme', path: '/allarmi' };
    const failing = database.db.transaction().execute(async (transaction) => {
      await outbox.enqueue({ ...news, key: 'alarm:1', kind: 'alarm', facts }, transaction);
      throw new Error('what it reports is not stored');
    });
    await expect(failing).rejects.toThrow();
    expect(await outbox.countWaiting('email')).toBe(0);
    expect(await outbox.enqueue({ ...news, key: 'alarm:1', kind: 'alarm', facts })).toEqual(['email']);
    expect(await outbox.countWaiting('email')).toBe(1);
  });

  test('nothing is stored for a channel that is not set up', async () => {
    const { db } = database;
    const bare = createOutbox({ db, channels: ['push'], serverId: SERVER_ID, clock: { now: () => now } });
    await insertLinkedChat(db, '42');
    const { id } = await db.selectFrom('bot_chats').select('id').executeTakeFirstOrThrow();
    const audience = { to: 'person', chatId: id, email: 'a@example.it', browserId: null } as const;
    const facts = { text: 'Allarme', path: '/allarmi' };
    expect(await bare.enqueue({ audience, key: 'alarm:1', kind: 'alarm', facts })).toEqual([]);
    expect(await outbox.enqueue({ audience, key: 'alarm:1', kind: 'alarm', facts })).toEqual([
      'telegram',
      'email',
    ]);
  });

  test('news for thousands of chats are stored at once, each with the facts of its reader', async () => {
    const { db } = database;
    await insertLinkedChat(db, '0');
    const link = await db.selectFrom('bot_chats').selectAll().executeTakeFirstOrThrow();
    const { id: _, ...others } = link;
    const rows = Array.from({ length: 1200 }, (_row, index) => ({ ...others, chat_id: String(index + 1) }));
    for (const some of inChunks(rows)) await db.insertInto('bot_chats').values(some).execute();
    const facts = ({ id }: { id: number }) => (id === link.user_id ? { reason: `di ${id}` } : undefined);
    await outbox.enqueue({ audience: { to: 'chats' }, key: 'backup:1', kind: 'backup-failed', facts });
    expect(await heads()).toHaveLength(1201);
    expect((await head()).facts).toBe(JSON.stringify({ reason: `di ${link.user_id}` }));
  });

  test('one of several callers gets the claim of each part', async () => {
    await put(NOTICE);
    const read = await head();
    const claims = await Promise.all(['uno', 'due', SERVER_ID].map((server) => outboxOf(server).claim(read)));
    const [claimed, ...others] = claims.flatMap((claim) => claim ?? []);
    expect([claimed?.id, others]).toEqual([read.id, []]);
    if (claimed) await outbox.settle(claimed, { parts_sent: 1, attempts: 0 });
    expect(await outbox.claim(read)).toBeUndefined();
    const next = await outbox.claim(await head());
    if (!next) throw new Error('the next part is free');
    await outbox.settle(next, { not_before: NOW + 5, failure: 'più tardi' });
    expect(await head()).toMatchObject({ parts_sent: 1, not_before: NOW + 5, claimed_until: null });
  });

  test('the answer to a claim that another server took over changes nothing', async () => {
    await put(NOTICE);
    const late = await outbox.claim(await head());
    now += 61_000;
    const taken = await outboxOf('altro').claim(await head());
    if (!late || !taken) throw new Error('each is free when it is claimed');
    expect(await outbox.settle(late, { outcome: 'sent' })).toBe(false);
    expect((await head()).claimed_by).toBe('altro');
    expect(await outboxOf('altro').settle(taken, { outcome: 'sent' })).toBe(true);
    expect(await heads()).toEqual([]);
  });

  test('a claim is abandoned once its time is over, or at once when its server started again', async () => {
    await put(NOTICE);
    await outbox.claim(await head());
    const claimed = await head();
    const readBy = (server: Outbox) => server.isAbandoned(claimed);
    expect([readBy(outbox), readBy(outboxOf('altro')), readBy(outboxOf(SERVER_ID))]).toEqual([
      false,
      false,
      true,
    ]);
    now += 60_000;
    expect([readBy(outbox), readBy(outboxOf('altro'))]).toEqual([true, true]);
    now -= 200_000;
    expect(readBy(outbox)).toBe(true);
  });

  test('what needs the link of a user is deleted with the user', async () => {
    const userId = await insertLinkedChat(database.db, NOTICE.chatId);
    await put({ ...NOTICE, userId });
    await put({ ...NOTICE, chatId: '@comune_x' });
    await database.db.deleteFrom('users').execute();
    expect((await heads()).map(({ recipient }) => recipient)).toEqual(['@comune_x']);
  });

  test('a clean-up deletes what was finished before, and nothing else', async () => {
    await put(NOTICE);
    await put({ ...NOTICE, key: 'b' });
    await outbox.settle(await head(), { outcome: 'expired' });
    await outbox.deleteFinishedBefore(NOW + 1);
    await put(NOTICE);
    expect(await database.db.selectFrom('notifications').select('key').execute()).toHaveLength(2);
  });
});
