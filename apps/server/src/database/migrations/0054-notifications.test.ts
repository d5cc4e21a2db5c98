import { insertUser } from '@semaforo/testing/rows';
import { type Kysely, sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { NOW } from '../../../test/acts.ts';
import { createEmptyDatabase, testEngines } from '../../../test/test-database.ts';
import { createOutbox } from '../../notifications/outbox.ts';
import type { OpenDatabase } from '../engine.ts';
import { migrate } from '../migrate.ts';

type Former = Kysely<Record<'bot_outbox' | 'alarm_mails' | 'push_messages' | 'push_devices', object>>;

describe.each(testEngines())('the upgrade of the outboxes on %s', (engine) => {
  let database: OpenDatabase;
  afterEach(() => database.close());

  test('what waits goes on waiting, what was being sent is claimed, and no key comes twice', async () => {
    database = await createEmptyDatabase(engine);
    await migrate(database, { upTo: '0053-maintenance' });
    const { db } = database;
    const former = db as unknown as Former;
    const userId = await insertUser(db, 'anna');
    const notice = {
      ...{
        chat_id: '42',
        user_id: userId,
        text: 'Mancata',
        created_at: NOW,
        expires_at: null,
        not_before: 5,
      },
      ...{ parts_sent: 1, attempts: 2, sending_since: null, finished_at: null, outcome: null },
    };
    const chats = [
      { ...notice, notice_key: 'missed:1' },
      { ...notice, notice_key: 'reply:1:2', sending_since: NOW, sending_by: 'uno' },
      { ...notice, notice_key: 'missed:3', finished_at: NOW, outcome: 'sent' },
    ];
    for (const chat of chats) await former.insertInto('bot_outbox').values(chat).execute();
    const mail = {
      ...{ address: 'a@example.it', subject: 'Semaforo: Allarme', text: 'Allarme\nVedi', created_at: NOW },
      ...{ not_before: 7, attempts: 1 },
    };
    await former
      .insertInto('alarm_mails')
      .values([
        { ...mail, mail_key: 'alarm:1', finished_at: null, failure: '451 not now' },
        { ...mail, mail_key: 'alarm:2', finished_at: NOW, failure: '550 never' },
      ])
      .execute();
    await former
      .insertInto('push_devices')
      .values({
        ...{
          id: 9,
          user_id: userId,
          session_id: 1,
          endpoint: 'e',
          p256dh: 'p',
          auth: 'a',
          name: 'n',
          added_at: NOW,
        },
      })
      .execute();
    const message = JSON.stringify({ key: 'alarm:1', title: 'Allarme', text: 'Vedi', path: '/allarmi' });
    await former
      .insertInto('push_messages')
      .values({
        ...{ device_id: 9, message_key: 'alarm:1', message, expires_at: NOW + 1, not_before: 0, attempts: 0 },
        ...{ finished_at: NOW, failure: null },
      })
      .execute();

    await migrate(database);
    const { rows } = await sql<{ facts: string }>`select * from notifications order by id`.execute(db);
    expect(rows.map(({ facts, ...row }) => ({ ...row, facts: JSON.parse(facts) as unknown }))).toMatchObject([
      {
        ...{ channel: 'telegram', recipient: '42', user_id: userId, key: 'missed:1', kind: 'text' },
        ...{ facts: { text: 'Mancata' }, not_before: 5, parts_sent: 1, attempts: 2, claimed_until: null },
        ...{ finished_at: null, outcome: null },
      },
      { key: 'reply:1:2', kind: 'reply', claimed_by: 'uno', claimed_until: NOW + 60_000, finished_at: null },
      { key: 'missed:3', finished_at: NOW, outcome: 'sent' },
      {
        ...{ channel: 'email', recipient: 'a@example.it', key: 'alarm:1', facts: { text: 'Allarme\nVedi' } },
        ...{ not_before: 7, attempts: 1, finished_at: null, outcome: null, failure: '451 not now' },
      },
      { key: 'alarm:2', finished_at: NOW, outcome: 'refused', failure: '550 never' },
      {
        ...{ channel: 'push', recipient: '9', user_id: userId, key: 'alarm:1', expires_at: NOW + 1 },
        ...{ facts: { text: 'Allarme\nVedi', path: '/allarmi' }, outcome: 'sent' },
      },
    ]);
    const clock = { now: () => NOW };
    const outbox = createOutbox({ db, channels: ['telegram'], serverId: 'uno', clock });
    const audience = { to: 'telegram', chatId: '42', userId } as const;
    await outbox.enqueue({ audience, key: 'missed:3', kind: 'text', facts: { text: 'Mancata', path: '' } });
    expect(await outbox.countWaiting('telegram')).toBe(2);
    // The server that was sending one finds it as its own of before.
    const all = await db.selectFrom('notifications').selectAll().where('channel', '=', 'telegram').execute();
    expect(all.flatMap((one) => (outbox.isAbandoned(one) ? one.key : []))).toEqual(['reply:1:2']);
  });
});
