import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import { isUniqueViolation } from '../database/constraint-errors.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { Secret } from '../platform/secret.ts';
import { createUsersRepository, type UsersRepository } from './users.repository.ts';

const AT = Date.UTC(2026, 10, 20);
const ACT = { author: { id: null, username: 'prova', address: '192.0.2.1' }, at: AT };

describe.each(testEngines())('users on %s', (engine) => {
  let database: OpenDatabase;
  let users: UsersRepository;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    users = createUsersRepository(database.db, engine);
  });
  afterEach(() => database.close());

  const add = (username: string, role: 'admin' | 'user' = 'user') =>
    users.create({ username, passwordHash: new Secret('hash'), role }, ACT);

  const addSchedule = async (authorId: number, outcome: 'in corso' | 'eseguita' | null) => {
    const row = {
      author_id: authorId,
      username: 'prova',
      color: 'rosso',
      device_type: 'semaforo',
      execute_at: AT,
      created_at: AT,
      executed: outcome === 'eseguita' ? 1 : 0,
      outcome,
      fencing_token: 0,
    } as const;
    const { id } = await database.db
      .insertInto('schedules')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };

  const auditActions = async () =>
    (await database.db.selectFrom('audit').select(['action', 'target']).orderBy('id').execute()).map(
      ({ action, target }) => `${action} ${target}`,
    );

  test.runIf(engine === 'postgres')(
    'a deletion that another transaction is in the way of is tried again, and given up at the third time',
    async () => {
      await add('admin', 'admin');
      const anna = { ...(await add('anna')), username: 'anna', role: 'user' as const };
      // A sequence is not taken back with its transaction.
      await sql`create sequence tries`.execute(database.db);
      await sql`create function block() returns trigger language plpgsql as $$ begin
        if nextval('tries') not in (3, 8) then raise exception 'deadlock' using errcode = '40P01'; end if;
        return old; end $$`.execute(database.db);
      await sql`create trigger block before delete on users for each row execute function block()`.execute(
        database.db,
      );
      expect(await users.delete(anna, ACT)).toBe('deleted');
      const bruno = { ...(await add('bruno')), username: 'bruno', role: 'user' as const };
      await expect(users.delete(bruno, ACT)).rejects.toMatchObject({ code: '40P01' });
      expect(await users.delete(bruno, ACT)).toBe('deleted');
      expect((await auditActions()).filter((action) => action.startsWith('users.delete'))).toHaveLength(2);
    },
  );

  test('a user is found by id and by name, regardless of case and width of the letters', async () => {
    const { id } = await add('Val Dómbra');
    expect(await users.findById(id)).toEqual({
      id,
      username: 'Val Dómbra',
      role: 'user',
      passwordHash: new Secret('hash'),
      tokenVersion: 1,
      comuneId: null,
    });
    for (const name of ['val dómbra', 'VAL DÓMBRA', 'Ｖal dómbra', 'val do\u0301mbra']) {
      expect((await users.findByUsername(name))?.id, name).toBe(id);
    }
    expect(await users.findByUsername('val')).toBeUndefined();
    expect(await users.findById(id + 1)).toBeUndefined();
  });

  test('a name that differs only by case is taken, also when both users are created at once', async () => {
    const outcomes = await Promise.allSettled([add('Anna'), add('ANNA'), add('anna')]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(isUniqueViolation(outcome.reason)).toBe(true);
    }
    expect(await auditActions()).toHaveLength(1);
  });

  test('users are listed by name with their devices', async () => {
    const bruno = await add('bruno');
    await add('Anna');
    await addDevice('/3/c/s1', bruno.id);
    await addDevice('/3/c/s2', null);
    expect(await users.listWithDevices()).toEqual([
      { id: expect.any(Number) as number, username: 'Anna', role: 'user', devices: [] },
      {
        ...bruno,
        devices: [
          {
            id: expect.any(Number) as number,
            topic: '/3/c/s1',
            name: null,
            type: 'semaforo',
            latitude: 45.5,
            longitude: null,
          },
        ],
      },
    ]);
  });

  test('each new password ends the earlier tokens and is in the audit', async () => {
    const { id } = await add('anna');
    const act = { ...ACT, action: 'users.reset-password' };
    expect(await users.setPassword(id, new Secret('second'), act)).toBe(2);
    expect(await users.setPassword(id, new Secret('third'), act)).toBe(3);
    const stored = await users.findById(id);
    expect([stored?.passwordHash.reveal(), stored?.tokenVersion]).toEqual(['third', 3]);
    expect(await users.setPassword(id + 1, new Secret('x'), act)).toBeUndefined();
    expect(await auditActions()).toEqual([
      `users.create user:${id}`,
      `users.reset-password user:${id}`,
      `users.reset-password user:${id}`,
    ]);
  });

  test('a password is not set when another one was set in the meantime', async () => {
    const { id } = await add('anna');
    await users.setPassword(id, new Secret('reset'), { ...ACT, action: 'users.reset-password' });
    const late = { ...ACT, action: 'users.change-password', unlessSince: 1 };
    expect(await users.setPassword(id, new Secret('late'), late)).toBeUndefined();
    expect((await users.findById(id))?.passwordHash.reveal()).toBe('reset');
  });

  test('deleting a user leaves the devices without owner and cancels the active schedules with a reason', async () => {
    const anna = await add('anna');
    const bruno = await add('bruno', 'admin');
    await addDevice('/3/c/s1', anna.id);
    const active = await addSchedule(anna.id, null);
    await addSchedule(anna.id, 'eseguita');
    await addSchedule(anna.id, 'in corso');
    await addSchedule(bruno.id, null);
    expect(await users.delete(anna, ACT)).toBe('deleted');
    const device = await database.db.selectFrom('devices').select('owner_id').executeTakeFirst();
    expect(device).toEqual({ owner_id: null });
    const schedules = database.db.selectFrom('schedules').orderBy('id');
    expect(
      await schedules.select(['author_id', 'executed', 'outcome', 'outcome_reason', 'finished_at']).execute(),
    ).toEqual([
      {
        author_id: null,
        executed: 1,
        outcome: 'annullata',
        outcome_reason: "L'utente è stato eliminato",
        finished_at: AT,
      },
      { author_id: null, executed: 1, outcome: 'eseguita', outcome_reason: null, finished_at: null },
      // Its command is under way: it ends with it.
      { author_id: null, executed: 0, outcome: 'in corso', outcome_reason: null, finished_at: null },
      { author_id: bruno.id, executed: 0, outcome: null, outcome_reason: null, finished_at: null },
    ]);
    expect((await auditActions()).slice(-2)).toEqual([
      `schedules.end schedule:${active}`,
      `users.delete user:${anna.id}`,
    ]);
  });

  test('deleting a deleted user finds no one and writes nothing', async () => {
    const anna = await add('anna');
    await add('admin', 'admin');
    await users.delete(anna, ACT);
    const before = await auditActions();
    expect(await users.delete(anna, ACT)).toBe('absent');
    expect(await auditActions()).toEqual(before);
  });

  test('the last admin cannot be deleted', async () => {
    const admin = await add('admin', 'admin');
    await add('anna');
    expect(await users.delete(admin, ACT)).toBe('last-admin');
    expect(await users.findById(admin.id)).toBeDefined();
  });

  test('one of two admins who delete each other at once stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      const admins = [await add(`a${round}`, 'admin'), await add(`b${round}`, 'admin')];
      await Promise.all(admins.map((admin) => users.delete(admin, ACT)));
      const left = await database.db.selectFrom('users').selectAll().where('role', '=', 'admin').execute();
      expect(left.length).toBeGreaterThan(0);
      await database.db.deleteFrom('users').execute();
    }
  });

  async function addDevice(topic: string, ownerId: number | null): Promise<void> {
    const row = { topic, type: 'semaforo', latitude: 45.5, owner_id: ownerId, created_at: AT } as const;
    await database.db.insertInto('devices').values(row).execute();
  }
});
