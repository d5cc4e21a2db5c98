import type { WrittenDutyPerson } from '@semaforo/contract/api/alarms';
import { afterEach, describe, expect, test } from 'vitest';
import { writtenPerson } from '../../test/duty-person.ts';
import { insertLinkedChat } from '../../test/linked-chat.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import { TEST_SECRETS } from '../../test/test-secrets.ts';
import type { OpenDatabase } from '../database/engine.ts';
import type { ChannelName } from '../notifications/notification.ts';
import { createOutbox } from '../notifications/outbox.ts';
import { createAlarmPlans } from './alarm-plans.repository.ts';
import { toAlarmRecord } from './alarm-records.ts';
import { createAlarmsRepository } from './alarms.repository.ts';
import { createDutyRepository } from './duty.repository.ts';
import { createDutyMaintenance } from './duty-maintenance.repository.ts';
import { createEscalate } from './escalate.ts';

const NOW = 1_800_000_000_000;
/** Three o'clock in Rome. */
const NIGHT = Date.parse('2027-01-16T02:00:00Z');
const MINUTE_MS = 60_000;
const BY_ADMIN = { author: { id: null, username: 'admin', address: null }, at: NOW };

describe.each(testEngines())('telling people of an alarm on %s', (engine) => {
  let database: OpenDatabase;
  let now: number;
  let repeatMs = 0;
  afterEach(async () => {
    repeatMs = 0;
    await database.close();
  });

  const prepare = async (
    names: readonly string[],
    devices: number,
    more: Partial<WrittenDutyPerson> = {},
  ) => {
    database = await createTestDatabase(engine);
    now = NOW;
    const { db } = database;
    await insertLinkedChat(db, '42');
    const { id: chatId } = await db.selectFrom('bot_chats').select('id').executeTakeFirstOrThrow();
    const duty = createDutyRepository(db, TEST_SECRETS);
    const people = names.map((name) =>
      writtenPerson({ name, email: `${name}@example.it`, chat_id: chatId, ...more }),
    );
    await duty.save(null, people, BY_ADMIN);
    const maintenance = createDutyMaintenance(db);
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
    const channels: ChannelName[] = ['telegram', 'email', 'sms', 'voice'];
    return (serverId = 'uno') =>
      createEscalate({
        ...{
          db,
          duty,
          clock,
          maintenance,
          alarms: createAlarmsRepository(db),
          makeLink: () => Promise.resolve(undefined),
        },
        ...{ escalateMs: 10 * MINUTE_MS, repeatMs },
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
  const mailed = async () => (await mails()).map(({ address }) => address.split('@')[0]);
  const settle = (outcome: 'sent' | 'refused') =>
    database.db
      .updateTable('notifications')
      .set({ outcome, finished_at: now, failure: outcome === 'sent' ? null : 'nessuno risponde' })
      .where('finished_at', 'is', null)
      .execute();

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
      await settle('sent');
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
    await settle('sent');
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

  test('after the last person the list begins again, until somebody takes the alarm in charge', async () => {
    repeatMs = 30 * MINUTE_MS;
    const escalate = (await prepare(['uno', 'due'], 1))();
    for (const afterMs of [0, 10, 30, 10, 29]) {
      now += afterMs * MINUTE_MS;
      await escalate();
      await settle('sent');
    }
    expect(await mailed()).toEqual(['uno', 'due', 'uno', 'due']);
    const alarms = createAlarmsRepository(database.db);
    const [alarm] = await alarms.list({ ownerId: undefined, before: undefined });
    if (!alarm) throw new Error('there is no alarm');
    await alarms.act(alarm, {
      ...{
        act: 'prendi',
        author: BY_ADMIN.author,
        at: now,
        note: null,
        holdMs: MINUTE_MS * 600,
        escalateMs: 1,
      },
    });
    now += 60 * MINUTE_MS;
    await escalate();
    expect(await mailed()).toHaveLength(4);
  });

  test('a person whom nothing has reached within a minute is passed over, and the record says why', async () => {
    const escalate = (await prepare(['uno', 'due', 'tre'], 1))();
    await escalate();
    await settle('refused');
    now += MINUTE_MS;
    await escalate();
    expect(await mailed()).toEqual(['uno', 'due']);
    await settle('sent');
    now += MINUTE_MS;
    await escalate();
    expect(await mailed()).toEqual(['uno', 'due']);
    const alarms = createAlarmsRepository(database.db);
    const [alarm] = await alarms.list({ ownerId: undefined, before: undefined });
    if (!alarm) throw new Error('there is no alarm');
    const { steps } = toAlarmRecord(alarm, [], 10 * MINUTE_MS);
    const failed = { outcome: 'failed', failure: 'nessuno risponde' };
    expect(steps.map(({ name, outcomes }) => [name, outcomes])).toMatchObject([
      ['uno', [failed, failed]],
      ['due', [{ outcome: 'sent' }, { outcome: 'sent' }]],
    ]);
  });

  test('a person with no channel for it at that hour is passed over at once', async () => {
    const never = { from: 'lieve' as const, hours: 'giorno' as const };
    now = NIGHT;
    const create = await prepare(['uno', 'due'], 1, { rules: { email: never, telegram: never } });
    now = NIGHT;
    const escalate = create();
    await escalate();
    await escalate();
    const events = await database.db.selectFrom('alarm_events').select(['by', 'note']).execute();
    expect(events.filter(({ by }) => by !== null)).toEqual([
      { by: 'uno', note: '' },
      { by: 'due', note: '' },
    ]);
    expect(await mailed()).toEqual([]);
  });

  test('at night what wakes goes first, and the rest half a minute later', async () => {
    const create = await prepare(['uno'], 1, { sms: '+393331234567', voice: '+393331234567' });
    now = NIGHT;
    await create()();
    const rows = await database.db.selectFrom('notifications').select(['channel', 'not_before']).execute();
    const waits = Object.fromEntries(rows.map((row) => [row.channel, Math.max(0, row.not_before - NIGHT)]));
    expect(waits).toEqual({ voice: 0, sms: 0, email: 30_000, telegram: 30_000 });
  });

  test('no one is called during a maintenance, and who is to be called is when it ends', async () => {
    const escalate = (await prepare(['uno'], 1))();
    const maintenance = createDutyMaintenance(database.db);
    const to = now + 120 * MINUTE_MS;
    await maintenance.add(null, { from: now, to, reason: 'Lavori sui pali' }, BY_ADMIN);
    await escalate();
    now += 119 * MINUTE_MS;
    await escalate();
    expect(await mailed()).toEqual([]);
    now += MINUTE_MS;
    await escalate();
    expect(await mailed()).toEqual(['uno']);
    expect(await maintenance.list(null, now)).toEqual([]);
  });

  test('a maintenance that is ended early calls at once', async () => {
    const escalate = (await prepare(['uno'], 1))();
    const maintenance = createDutyMaintenance(database.db);
    await maintenance.add(null, { from: now, to: now + 120 * MINUTE_MS, reason: 'Lavori' }, BY_ADMIN);
    await escalate();
    const [running] = await maintenance.list(null, now);
    expect(await maintenance.end(null, running?.id ?? 0, { ...BY_ADMIN, at: now + 1 })).toBe(true);
    expect(await maintenance.end(null, running?.id ?? 0, BY_ADMIN)).toBe(false);
    now += 1;
    await escalate();
    expect(await mailed()).toEqual(['uno']);
  });
});
