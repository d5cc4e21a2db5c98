import { afterEach, describe, expect, test } from 'vitest';
import { insertLinkedChat } from '../../test/linked-chat.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import type { OpenDatabase } from '../database/engine.ts';
import type { ChannelName } from '../notifications/notification.ts';
import { createOutbox } from '../notifications/outbox.ts';
import { createAlarmPlans } from './alarm-plans.repository.ts';
import { createAlarmsRepository } from './alarms.repository.ts';
import { createDutyRepository } from './duty.repository.ts';
import { createEscalate } from './escalate.ts';

const NOW = 1_800_000_000_000;
const MINUTE_MS = 60_000;
const BY_ADMIN = { author: { id: null, username: 'admin', address: null }, at: NOW };

describe.each(testEngines())('telling people of an alarm on %s', (engine) => {
  let database: OpenDatabase;
  let now: number;
  afterEach(() => database.close());

  const prepare = async (names: readonly string[], devices: number) => {
    database = await createTestDatabase(engine);
    now = NOW;
    const { db } = database;
    await insertLinkedChat(db, '42');
    const { id: chatId } = await db.selectFrom('bot_chats').select('id').executeTakeFirstOrThrow();
    const duty = createDutyRepository(db);
    const people = names.map((name) => ({
      name,
      email: `${name}@example.it`,
      chat_id: chatId,
      push_id: null,
    }));
    await duty.save(null, people, BY_ADMIN);
    const things = Array.from({ length: devices }, (_, index) => ({
      ...{
        kind: 'non in linea' as const,
        ownerId: null,
        deviceId: index + 1,
        name: `s${index + 1}`,
        detail: null,
      },
    }));
    const opened = { kind: 'non in linea' as const, ownerId: null, detail: null, devices: things };
    await createAlarmPlans(db).store({ opened: [opened], changed: [] }, now);
    const clock = { now: () => now };
    const channels: ChannelName[] = ['telegram', 'email'];
    return (serverId = 'uno') =>
      createEscalate({
        ...{ db, duty, clock, escalateMs: 10 * MINUTE_MS, alarms: createAlarmsRepository(db) },
        enqueue: createOutbox({ db, channels, serverId, clock }).enqueue,
      });
  };
  const notified = async (channel: ChannelName) => {
    const { db } = database;
    const rows = db.selectFrom('notifications').select(['recipient', 'facts']).where('channel', '=', channel);
    return (await rows.orderBy('id').execute()).map(({ recipient, facts }) => ({
      address: recipient,
      text: (JSON.parse(facts) as { text: string }).text,
    }));
  };
  const mails = () => notified('email');

  test('two servers on one database tell each person once', async () => {
    const create = await prepare(['uno', 'due'], 1);
    const [one, other] = [create('uno'), create('due')];
    for (let check = 0; check < 4; check += 1) {
      await Promise.all([one(), other()]);
      now += 5 * MINUTE_MS;
    }
    expect((await mails()).map(({ address }) => address)).toEqual(['uno@example.it', 'due@example.it']);
    expect(await notified('telegram')).toHaveLength(2);
  });

  test('a storm of a thousand devices is one message for each person', async () => {
    const create = await prepare(['uno', 'due'], 1000);
    const escalate = create();
    for (let check = 0; check < 60; check += 1) {
      await escalate();
      now += MINUTE_MS;
    }
    const sent = await mails();
    expect(sent).toHaveLength(2);
    expect(sent[0]?.text).toMatch(/^Allarme: 1.000 dispositivi non in linea\n/);
    expect(sent[0]?.text).toContain('s10 e altri 990');
  });

  test('nobody is told of what somebody has taken in charge, and the next one is when it is given back', async () => {
    const create = await prepare(['uno', 'due'], 1);
    const escalate = create();
    await escalate();
    const repository = createAlarmsRepository(database.db);
    const act = async (how: 'prendi' | 'restituisci') => {
      const [alarm] = await repository.list({ ownerId: undefined, before: undefined });
      if (!alarm) throw new Error('there is no alarm');
      const times = { holdMs: 120 * MINUTE_MS, escalateMs: 10 * MINUTE_MS };
      return repository.act(alarm, { ...times, act: how, author: BY_ADMIN.author, at: now, note: null });
    };
    expect(await act('prendi')).toBe(true);
    now += 60 * MINUTE_MS;
    await escalate();
    expect(await mails()).toHaveLength(1);
    expect(await act('restituisci')).toBe(true);
    await escalate();
    expect(await mails()).toHaveLength(1);
    now += 10 * MINUTE_MS;
    await escalate();
    expect((await mails()).map(({ address }) => address)).toEqual(['uno@example.it', 'due@example.it']);
  });

  test('of two people who take it at once, one has it', async () => {
    await prepare([], 1);
    const repository = createAlarmsRepository(database.db);
    const [alarm] = await repository.list({ ownerId: undefined, before: undefined });
    if (!alarm) throw new Error('there is no alarm');
    const take = (username: string) =>
      repository.act(alarm, {
        ...{ act: 'prendi', at: now, note: null, holdMs: 1, escalateMs: 1 },
        author: { id: null, username, address: null },
      });
    const taken = await Promise.all([take('uno'), take('due')]);
    expect(taken.filter(Boolean)).toHaveLength(1);
  });
});
