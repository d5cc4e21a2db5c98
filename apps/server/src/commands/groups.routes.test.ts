import type { Client } from '@semaforo/client';
import { ADMIN } from '@semaforo/testing/credentials';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../../test/running-app.ts';
import { createTestDatabasePlace, testEngines } from '../../test/test-database.ts';

const NOT_FOUND = { status: 404, error: { code: 'not-found', message: 'Non trovato' } };

describe.each(testEngines())('groups on %s', (engine) => {
  let app: RunningApp;
  let removePlace: () => Promise<void>;
  let admin: Client;
  let anna: { id: number; client: Client };
  let bruno: { id: number; client: Client };
  let annas: number[];
  let brunos: number;

  beforeAll(async () => {
    const place = await createTestDatabasePlace(engine);
    removePlace = place.remove;
    app = await startApp({
      dataDir: place.dataDir,
      settings: {
        COMMAND_CONFIRM_MS: '300',
        ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
      },
    });
    admin = await app.logIn(ADMIN);
    anna = await app.createOperator('anna');
    bruno = await app.createOperator('bruno');
    const create = (topic: string, userId: number, type?: 'lanterna') =>
      app.createDevice({ topic, userId, name: topic.slice(-2), ...(type && { type }) });
    annas = [
      await create('/3/anna/s1', anna.id),
      await create('/3/anna/s2', anna.id),
      await create('/4/anna/l1', anna.id, 'lanterna'),
    ];
    brunos = await create('/3/bruno/s1', bruno.id);
  });
  afterAll(async () => {
    await app.stop();
    await removePlace();
  });

  const createGroup = (client: Client, name: string, deviceIds: number[], userId?: number) =>
    client('createGroup', { body: { name, deviceIds, ...(userId !== undefined && { userId }) } });
  const [s1, s2] = [0, 1];
  const commanded = async (client: Client, body: { deviceIds?: number[]; groupId?: number }) => {
    const { results } = await client('sendCommand', { body: { command: 'rosso', ...body } });
    return results.map(({ device }) => device);
  };

  test('a group is listed by name with its devices, to its Comune and to admins only', async () => {
    const ponti = await createGroup(anna.client, '  Ponti ', [annas[s2] ?? 0]);
    const argini = await createGroup(anna.client, 'Argini', [...annas]);
    expect(ponti).toMatchObject({ name: 'Ponti', userId: anna.id, username: 'anna' });
    const { groups } = await anna.client('listGroups');
    expect(groups).toEqual([{ ...argini, deviceIds: annas }, ponti]);
    expect((await admin('listGroups')).groups).toEqual(groups);
    expect(await bruno.client('listGroups')).toEqual({ groups: [] });
    for (const params of [{ id: ponti.id }]) {
      expect(await bruno.client.attempt('updateGroup', { params, body: {} })).toMatchObject(NOT_FOUND);
      expect(await bruno.client.attempt('deleteGroup', { params })).toMatchObject(NOT_FOUND);
      await anna.client('deleteGroup', { params });
    }
    await admin('deleteGroup', { params: { id: argini.id } });
    expect(await anna.client('listGroups')).toEqual({ groups: [] });
  });

  test('a group holds only devices of its Comune, also that of an admin, and its name is there once', async () => {
    const foreign = { name: 'Altri', deviceIds: [annas[s1] ?? 0, brunos] };
    expect(await anna.client.attempt('createGroup', { body: foreign })).toMatchObject(NOT_FOUND);
    const given = { ...foreign, userId: anna.id };
    expect(await admin.attempt('createGroup', { body: given })).toMatchObject(NOT_FOUND);
    const forOther = { name: 'Altri', deviceIds: [], userId: bruno.id };
    expect(await anna.client.attempt('createGroup', { body: forOther })).toMatchObject(NOT_FOUND);

    const group = await createGroup(admin, 'Sottopassi', [annas[s1] ?? 0], anna.id);
    const same = { name: 'SOTTOPASSI', deviceIds: [] };
    expect(await anna.client.attempt('createGroup', { body: same })).toMatchObject({
      status: 409,
      error: { code: 'group-exists' },
    });
    const params = { id: group.id };
    const wrong = { params, body: { deviceIds: [brunos] } };
    expect(await admin.attempt('updateGroup', wrong)).toMatchObject(NOT_FOUND);
    const renamed = await anna.client('updateGroup', { params, body: { name: 'sottopassi' } });
    expect(renamed).toEqual({ ...group, name: 'sottopassi' });
    await createGroup(bruno.client, 'Sottopassi', [brunos]);
    await anna.client('deleteGroup', { params });
  });

  test('a command reaches the devices that are named, or those of the group, and nothing else', async () => {
    const [first = 0, second = 0, lantern = 0] = annas;
    const group = await createGroup(anna.client, 'Scuole', [second, lantern]);
    expect(await commanded(anna.client, { deviceIds: [second] })).toEqual(['s2']);
    expect(await commanded(anna.client, { groupId: group.id })).toEqual(['s2']);
    expect(await commanded(admin, { groupId: group.id })).toEqual(['s2']);
    expect(await commanded(admin, { deviceIds: [first, brunos] })).toEqual(['s1', 's1']);
    expect(await commanded(anna.client, {})).toEqual(['s1', 's2']);
    const last = await anna.client('getLastCommand', { query: {} });
    expect(last).toMatchObject({ whom: 'tutti', group: null });

    const attempt = (client: Client, body: { deviceIds?: number[]; groupId?: number }) =>
      client.attempt('sendCommand', { body: { command: 'rosso', ...body } });
    expect(await attempt(anna.client, { deviceIds: [first, brunos] })).toMatchObject(NOT_FOUND);
    expect(await attempt(bruno.client, { groupId: group.id })).toMatchObject(NOT_FOUND);
    expect(await attempt(anna.client, { groupId: 999_999 })).toMatchObject(NOT_FOUND);
    const wrong = [
      { deviceIds: [] },
      { deviceIds: [first, first] },
      { deviceIds: [first], groupId: group.id },
    ];
    for (const body of [...wrong, { deviceIds: [lantern] }]) {
      expect(await attempt(anna.client, body)).toMatchObject({ status: 400 });
    }
    await anna.client('updateGroup', { params: { id: group.id }, body: { deviceIds: [lantern] } });
    expect(await attempt(anna.client, { groupId: group.id })).toMatchObject({
      status: 409,
      error: { message: 'Il gruppo non ha dispositivi di questo tipo' },
    });
    await anna.client('deleteGroup', { params: { id: group.id } });
  });

  test('the last command says for which group it was, also when it is tried again', async () => {
    const group = await createGroup(anna.client, 'Guadi', [annas[s1] ?? 0]);
    const { commandId } = await anna.client('sendCommand', { body: { command: 'rosso', groupId: group.id } });
    const params = { commandId };
    expect(await anna.client('getCommand', { params })).toMatchObject({ whom: 'gruppo', group: 'Guadi' });
    const { results } = await anna.client('retryCommand', { params });
    expect(results.map(({ device }) => device)).toEqual(['s1']);
    await anna.client('deleteGroup', { params: { id: group.id } });
  });

  test('a device that gets another owner leaves the groups of the former one, and does not come back', async () => {
    const [first = 0, second = 0] = annas;
    const group = await createGroup(anna.client, 'Centro', [first, second]);
    const own = async () =>
      (await anna.client('listGroups')).groups.find(({ id }) => id === group.id)?.deviceIds;
    await admin('assignDevice', { params: { id: second }, body: { userId: bruno.id } });
    expect(await own()).toEqual([first]);
    await admin('assignDevice', { params: { id: second }, body: { userId: anna.id } });
    await admin('updateDevice', { params: { id: first }, body: { name: 's1' } });
    expect(await own()).toEqual([first]);
    await anna.client('deleteGroup', { params: { id: group.id } });
  });

  test('a deleted user takes the groups along', async () => {
    const carla = await app.createOperator('carla');
    await createGroup(carla.client, 'Via', []);
    await admin('deleteUser', { params: { id: carla.id } });
    expect((await admin('listGroups')).groups.map(({ username }) => username)).not.toContain('carla');
  });

  test('a schedule keeps its group, and with it the group cannot be deleted', async () => {
    const [first = 0, second = 0] = annas;
    const group = await createGroup(anna.client, 'Frane', [first]);
    const plan = { color: 'rosso', datetime: new Date(Date.now() + 3_600_000).toISOString() } as const;
    const forGroup = await anna.client('createSchedule', { body: { ...plan, groupId: group.id } });
    expect(forGroup).toMatchObject({ whom: 'gruppo', group: 'Frane', devices: ['s1'], total: 1 });
    const chosen = await anna.client('createSchedule', { body: { ...plan, deviceIds: [second] } });
    expect(chosen).toMatchObject({ whom: 'scelti', group: null, devices: ['s2'] });
    for (const body of [{ deviceIds: [brunos] }, { groupId: 999_999 }]) {
      expect(await anna.client.attempt('createSchedule', { body: { ...plan, ...body } })).toMatchObject(
        NOT_FOUND,
      );
    }

    const params = { id: group.id };
    await anna.client('updateGroup', { params, body: { deviceIds: [first, second] } });
    const find = async (id: number) => (await anna.client('listSchedules')).find((one) => one.id === id);
    expect(await find(forGroup.id)).toMatchObject({ devices: ['s1', 's2'], total: 2 });
    expect(await anna.client.attempt('deleteGroup', { params })).toMatchObject({
      status: 409,
      error: { message: 'Il gruppo ha 1 pianificazione attiva: elimina o concludi prima ciò che lo aspetta' },
    });

    for (const { id } of [forGroup, chosen]) await anna.client('deleteSchedule', { params: { id } });
    expect(await find(forGroup.id)).toMatchObject({ outcome: 'annullata', devices: ['s1', 's2'], total: 2 });
    await anna.client('deleteGroup', { params });
  });

  test('a group that an open alert is for cannot be deleted before the alert is over', async () => {
    const group = await createGroup(anna.client, 'Argini', [annas[0] ?? 0]);
    const [from, to] = [1, 2].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString());
    const alert = await anna.client('createAlert', {
      body: { color: 'arancio', from: from ?? '', to: to ?? '', reason: 'Avviso', groupId: group.id },
    });
    const params = { id: group.id };
    expect(await anna.client.attempt('deleteGroup', { params })).toMatchObject({
      status: 409,
      error: { message: 'Il gruppo ha 1 allerta aperta: elimina o concludi prima ciò che lo aspetta' },
    });
    await anna.client('revokeAlert', { params: { id: alert.id }, body: {} });
    await anna.client('deleteGroup', { params });
  });

  test('a cancelled schedule can be taken back, as it was, by whoever may see it', async () => {
    const body = { color: 'rosso', datetime: new Date(Date.now() + 3_600_000).toISOString() } as const;
    const made = await anna.client('createSchedule', { body: { ...body, deviceIds: [annas[s1] ?? 0] } });
    const params = { id: made.id };
    expect(await anna.client.attempt('reviveSchedule', { params })).toMatchObject({ status: 409 });
    await admin('deleteSchedule', { params });
    expect(await bruno.client.attempt('reviveSchedule', { params })).toMatchObject(NOT_FOUND);
    await admin('reviveSchedule', { params });
    const [revived] = await anna.client('listSchedules');
    expect(revived).toEqual(made);
    await anna.client('deleteSchedule', { params });
  });
});
