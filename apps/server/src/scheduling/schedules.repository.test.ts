import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACT, NOW, SERVER_ID } from '../../test/acts.ts';
import { openScheduleStage } from '../../test/schedule-stage.ts';
import { storeCommand } from '../../test/store-command.ts';
import { testEngines } from '../../test/test-database.ts';
import { createCommandsRepository } from '../commands/commands.repository.ts';
import { ClaimLostError, type ExecutedSchedule } from '../commands/executed-schedule.ts';
import type { OpenDatabase } from '../database/engine.ts';
import type { Actor } from '../platform/actor.ts';
import { Secret } from '../platform/secret.ts';
import { createUsersRepository } from '../users/users.repository.ts';
import { createDueSchedulesRepository, type DueSchedulesRepository } from './due-schedules.repository.ts';
import type { DueRange } from './list-due-in-turn.ts';
import type { SchedulesRepository } from './schedules.repository.ts';

const LEASE_MS = 30_000;

describe.each(testEngines())('schedules on %s', (engine) => {
  let database: OpenDatabase;
  let schedules: SchedulesRepository;
  let due: DueSchedulesRepository;
  let author: Actor;
  const plan = (executeAt: number, by = author) =>
    schedules.create(
      { color: 'rosso', deviceType: 'semaforo', executeAt },
      { at: NOW, author: by, address: '::1' },
    );
  const claim = (now: number, range: Partial<DueRange> = {}) =>
    due.claimDue({ until: now, order: 'earliest-first', atMost: 500, ...range }, { now, leaseMs: LEASE_MS });
  const insertDevice = async () => {
    const { id } = await database.db
      .insertInto('devices')
      .values({ topic: '/3/a/s1', type: 'semaforo', created_at: NOW } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const list = async (page: Partial<Parameters<SchedulesRepository['list']>[0]>) =>
    idsOf(await schedules.list({ authorId: undefined, limit: 500, ...page }));
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
  const end = { outcome: 'mancata', reason: 'Il server non era attivo', at: NOW } as const;

  beforeEach(async () => {
    ({ database, schedules, due, author } = await openScheduleStage(engine));
  });
  afterEach(() => database.close());

  it('the list for an author and for all has active schedules by time, then ended ones latest first', async () => {
    const users = createUsersRepository(database.db, engine);
    const another = await users.create({ username: 'due', passwordHash: new Secret('-'), role: 'user' }, ACT);
    const [second, first] = [await plan(NOW + 2000), await plan(NOW + 1000)];
    const anothers = await plan(NOW + 1500, another);
    const [early, late] = [await plan(NOW - 2000), await plan(NOW - 1000)];
    for (const { id } of [early, late]) await schedules.cancel(id, ACT);
    expect(await list({ authorId: author.id })).toEqual(idsOf([first, second, late, early]));
    expect(await list({})).toEqual(idsOf([first, anothers, second, late, early]));
    expect(await schedules.find(first.id)).toEqual(first);
    expect(await schedules.find(999)).toBeUndefined();
  });

  it('the list has all active schedules and one page of ended ones, further pages follow', async () => {
    const users = createUsersRepository(database.db, engine);
    const another = await users.create({ username: 'due', passwordHash: new Secret('-'), role: 'user' }, ACT);
    const active = [await plan(NOW + 1000), await plan(NOW + 2000)];
    const [early, twin, otherTwin] = [await plan(NOW - 3000), await plan(NOW - 2000), await plan(NOW - 2000)];
    const anothers = await plan(NOW - 1500, another);
    const latest = await plan(NOW - 1000);
    for (const { id } of [early, twin, otherTwin, anothers, latest]) await schedules.cancel(id, ACT);
    const page = { authorId: author.id, limit: 2 };
    expect(await list(page)).toEqual(idsOf([...active, latest, otherTwin]));
    expect(await list({ ...page, before: otherTwin.id })).toEqual(idsOf([twin, early]));
    expect(await list({ ...page, before: early.id })).toEqual([]);
    expect(await list({ ...page, authorId: undefined })).toEqual(idsOf([...active, latest, anothers]));
    // Another's schedule is no place in one's own list.
    expect(await list({ ...page, before: anothers.id })).toEqual([]);
  });

  it('a schedule is due from its millisecond on, earliest first, then in the order of creation', async () => {
    const [second, first, alike] = [await plan(NOW), await plan(NOW - 5), await plan(NOW)];
    await plan(NOW + 1);
    expect(await claim(NOW - 6)).toEqual([]);
    expect([await due.isAnyDue(NOW - 6), await due.isAnyDue(NOW - 5)]).toEqual([false, true]);
    expect(idsOf(await claim(NOW))).toEqual(idsOf([first, second, alike]));
  });

  it('a schedule is claimed by one server only until the lease ends', async () => {
    const planned = await Promise.all(Array.from({ length: 20 }, () => plan(NOW)));
    const claims = await Promise.all(Array.from({ length: 5 }, () => claim(NOW)));
    expect(idsOf(claims.flat()).toSorted((a, b) => a - b)).toEqual(idsOf(planned).toSorted((a, b) => a - b));
    expect(await claim(NOW + LEASE_MS - 1)).toEqual([]);
    const again = await claim(NOW + LEASE_MS);
    expect(again).toHaveLength(20);
    expect(new Set(again.map(({ token }) => token))).toEqual(new Set([2]));
  });

  it('a server that lost its claim cannot end the schedule', async () => {
    const { id } = await plan(NOW);
    const [lost] = await claim(NOW);
    const [held] = await claim(NOW + LEASE_MS);
    if (!lost || !held) throw new Error('both claims were to be given');
    expect(await due.end(lost, end)).toBe(false);
    expect(await schedules.find(id)).toMatchObject({ executed: false });
    const intent = commandOf({ id, token: lost.token });
    const commands = createCommandsRepository(database.db, SERVER_ID);
    await expect(storeCommand(commands, intent)).rejects.toBeInstanceOf(ClaimLostError);
    expect(await database.db.selectFrom('commands').selectAll().execute()).toEqual([]);
    expect(await due.end(held, end)).toBe(true);
    expect(await schedules.find(id)).toMatchObject({ executed: true, outcome: 'mancata' });
  });

  it('of commands stored together one whose claim was lost leaves nothing, and the others their own', async () => {
    const deviceId = await insertDevice();
    const [first, lost, last] = [await plan(NOW), await plan(NOW), await plan(NOW)];
    const held = new Map((await claim(NOW)).map(({ id, token }) => [id, token]));
    const intents = [first, lost, last].map(({ id }) =>
      commandOf({ id, token: (held.get(id) ?? 0) - (id === lost.id ? 1 : 0) }, [deviceId]),
    );
    const commands = createCommandsRepository(database.db, SERVER_ID);
    const [one, none, other] = await commands.storeAll(intents);
    expect(none).toBeInstanceOf(ClaimLostError);
    const again = await commands.storeAll(intents);
    expect([again[0], again[2]]).toEqual([one, other]);
    expect(await schedules.find(lost.id)).toMatchObject({ outcome: null, commandId: null });
    for (const [{ id }, stored] of [[first, one] as const, [last, other] as const]) {
      if (!stored || stored instanceof ClaimLostError) throw new Error('it was to be stored');
      expect(await schedules.find(id)).toMatchObject({ outcome: 'in corso', commandId: stored.commandId });
      expect((await commands.find(stored.commandId))?.deliveries.map((delivery) => delivery.id)).toEqual([
        stored.deliveryIds.get(deviceId),
      ]);
    }
  });

  it('a schedule is executed once, in one commit with its command', async () => {
    const { id } = await plan(NOW);
    const [held] = await claim(NOW);
    const commands = createCommandsRepository(database.db, SERVER_ID);
    const store = () => storeCommand(commands, commandOf({ id, token: held?.token ?? 0 }));
    const outcomes = await Promise.allSettled([store(), store()]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [command] = await database.db.selectFrom('commands').select('id').execute();
    expect(await schedules.find(id)).toMatchObject({
      executed: false,
      outcome: 'in corso',
      commandId: command?.id,
    });
  });

  it('a schedule whose command is under way is not due, claimed, cancelled or ended again', async () => {
    const { id } = await plan(NOW);
    const [held] = await claim(NOW);
    if (!held) throw new Error('the claim was to be given');
    await storeCommand(createCommandsRepository(database.db, SERVER_ID), commandOf(held));
    await due.release(held, NOW);
    await due.releaseOwn();
    expect(await due.isAnyDue(NOW)).toBe(false);
    expect(await due.nextDueAfter(NOW - 1)).toBeUndefined();
    expect(await claim(NOW + LEASE_MS)).toEqual([]);
    expect(await schedules.cancel(id, ACT)).toBe(false);
    expect(await due.end(held, end)).toBe(false);
    expect(await schedules.find(id)).toMatchObject({ executed: false, outcome: 'in corso' });
    expect(await list({})).toEqual([id]);
  });

  it('a cancelled schedule among several of one instant stores nothing and does not stop the others', async () => {
    const ids = [(await plan(NOW)).id, (await plan(NOW)).id, (await plan(NOW)).id];
    const claims = await claim(NOW);
    await schedules.cancel(ids[1] ?? 0, ACT);
    const commands = createCommandsRepository(database.db, SERVER_ID);
    const stored = await commands.storeAll(claims.map(({ id, token }) => commandOf({ id, token })));
    expect(stored.map((one) => one instanceof ClaimLostError)).toEqual([false, true, false]);
    const ends = await Promise.all(ids.map((id) => schedules.find(id)));
    expect(ends.map((end) => end?.outcome)).toEqual(['in corso', 'annullata', 'in corso']);
    expect(await database.db.selectFrom('commands').select('id').execute()).toHaveLength(2);
  });

  it('a schedule is cancelled once and not claimed afterwards', async () => {
    const { id } = await plan(NOW);
    const outcomes = await Promise.all([schedules.cancel(id, ACT), schedules.cancel(id, ACT)]);
    expect(outcomes.toSorted()).toEqual([false, true]);
    expect(await claim(NOW)).toEqual([]);
    expect(await schedules.find(id)).toMatchObject({
      outcome: 'annullata',
      outcomeReason: 'Annullata da prova',
    });
  });

  it('a claimed schedule can be cancelled, and the server can then no longer execute it', async () => {
    const { id } = await plan(NOW);
    const [held] = await claim(NOW);
    expect(await schedules.cancel(id, ACT)).toBe(true);
    const intent = commandOf({ id, token: held?.token ?? 0 });
    await expect(
      storeCommand(createCommandsRepository(database.db, SERVER_ID), intent),
    ).rejects.toBeInstanceOf(ClaimLostError);
    expect(await schedules.find(id)).toMatchObject({ outcome: 'annullata' });
  });

  it('the next due time after an instant is that of the earliest active schedule', async () => {
    expect(await due.nextDueAfter(0)).toBeUndefined();
    await plan(NOW + 500);
    const { id } = await plan(NOW);
    expect(await due.nextDueAfter(NOW - 1)).toBe(NOW);
    await claim(NOW);
    expect(await due.nextDueAfter(NOW)).toBe(NOW + 500);
    await schedules.cancel(id, ACT);
    expect(await due.nextDueAfter(NOW - 1)).toBe(NOW + 500);
  });

  it('a claim takes at most the given number of schedules between two times, latest first on request', async () => {
    const [first, second, alike, last] = [await plan(1), await plan(2), await plan(2), await plan(3)];
    await plan(0);
    await plan(4);
    const range = { from: 1, until: 3, order: 'latest-first', atMost: 3 } as const;
    expect(idsOf(await claim(NOW, range))).toEqual(idsOf([last, alike, second]));
    expect(idsOf(await claim(NOW, range))).toEqual(idsOf([first]));
  });

  it('a schedule can be claimed again when the clock was set back behind its lease', async () => {
    const { id } = await plan(NOW - 3_600_000);
    await claim(NOW);
    expect(await claim(NOW - LEASE_MS)).toEqual([]);
    expect(idsOf(await claim(NOW - LEASE_MS - 1))).toEqual([id]);
  });

  it('only one server at a time runs due schedules', async () => {
    const elsewhere = createDueSchedulesRepository(database.db, engine, 'altro-server');
    let atOnce = 0;
    let mostAtOnce = 0;
    let turns = 0;
    const work = async () => {
      atOnce += 1;
      turns += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      await due.nextDueAfter(NOW);
      atOnce -= 1;
    };
    const servers = engine === 'postgres' ? [due, elsewhere, due, elsewhere] : [due];
    await Promise.all(servers.map((server) => server.takeTurn(work)));
    expect(mostAtOnce).toBe(1);
    await elsewhere.takeTurn(work);
    expect(turns).toBeGreaterThan(1);
    await expect(due.takeTurn(() => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full');
    await due.takeTurn(work);
    expect(turns).toBeGreaterThan(2);
  });

  it('missed schedules are listed for their author and for all, latest first', async () => {
    const users = createUsersRepository(database.db, engine);
    const another = await users.create({ username: 'due', passwordHash: new Secret('-'), role: 'user' }, ACT);
    const [first, second] = [await plan(NOW - 2), await plan(NOW - 1, another)];
    for (const held of await claim(NOW)) await due.end(held, end);
    await schedules.cancel((await plan(NOW)).id, ACT);
    expect(idsOf(await schedules.listMissed(undefined, NOW))).toEqual(idsOf([second, first]));
    expect(idsOf(await schedules.listMissed(author.id, NOW))).toEqual([first.id]);
    expect(await schedules.listMissed(undefined, NOW + 1)).toEqual([]);
  });

  it('a server that comes back claims its own unfinished schedules again, not those of another', async () => {
    const { id } = await plan(NOW);
    await claim(NOW);
    await createDueSchedulesRepository(database.db, engine, 'altro-server').releaseOwn();
    expect(await claim(NOW + 1)).toEqual([]);
    await due.releaseOwn();
    expect(idsOf(await claim(NOW + 1))).toEqual([id]);
  });

  it('the devices commanded since a schedule was due leave out commands of earlier schedules', async () => {
    const deviceId = await insertDevice();
    const commands = createCommandsRepository(database.db, SERVER_ID);
    const [first, second] = [await plan(NOW - 1), await plan(NOW - 1)];
    const [held] = await claim(NOW);
    const { commandId } = await storeCommand(
      commands,
      commandOf({ id: first.id, token: held?.token ?? 0 }, [deviceId]),
    );
    expect(await due.devicesCommandedSince(first, { among: [deviceId] })).toEqual(new Set());
    expect(await due.devicesCommandedSince(second, { among: [deviceId] })).toEqual(new Set());
    expect(await due.devicesCommandedSince({ ...first, executeAt: NOW - 2 }, { among: [deviceId] })).toEqual(
      new Set([deviceId]),
    );
    expect(await schedules.commandShares([commandId])).toEqual(
      new Map([[commandId, { names: ['/3/a/s1'], confirmed: 0 }]]),
    );
    await storeCommand(commands, { ...commandOf(null, [deviceId]), origin: 'prova' });
    expect(await due.devicesCommandedSince(second, { among: [deviceId] })).toEqual(new Set());
    await storeCommand(commands, commandOf(null, [deviceId]));
    expect(await due.devicesCommandedSince(second, { among: [deviceId] })).toEqual(new Set([deviceId]));
    expect(await due.devicesCommandedSince({ ...second, executeAt: NOW }, { among: [deviceId] })).toEqual(
      new Set(),
    );
  });

  it('a command accepted before a schedule was created does not count as newer than it', async () => {
    const deviceId = await insertDevice();
    const commands = createCommandsRepository(database.db, SERVER_ID);
    const before = await plan(NOW - 2);
    await commands.storeAll([commandOf(null, [deviceId])]);
    const after = await plan(NOW - 2);
    expect(await due.devicesCommandedSince(before, { among: [deviceId] })).toEqual(new Set([deviceId]));
    expect(await due.devicesCommandedSince(before, { among: [deviceId], until: NOW - 1 })).toEqual(new Set());
    expect(await due.devicesCommandedSince(after, { among: [deviceId] })).toEqual(new Set());
  });

  it('the devices of seventy thousand commands can be asked for at once', async () => {
    const ids = Array.from({ length: 70_000 }, (_, index) => index + 1);
    expect(await schedules.commandShares(ids)).toEqual(new Map());
  });
});

function commandOf(schedule: ExecutedSchedule | null, deviceIds: readonly number[] = []) {
  return {
    key: randomUUID(),
    createdAt: NOW,
    deadlineAt: NOW + 30_000,
    author: ACT.author,
    origin: 'pianificazione' as const,
    deviceType: 'semaforo' as const,
    value: 'rosso' as const,
    sourceId: null,
    schedule,
    deliveries: deviceIds.map((deviceId) => ({
      deviceId,
      deviceName: null,
      deviceTopic: '/3/a/s1',
      ownerId: null,
      value: 'rosso' as const,
      previousStatus: null,
      payloads: '[]',
    })),
  };
}
