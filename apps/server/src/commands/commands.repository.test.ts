import type { Role } from '@semaforo/contract/api/users';
import { deviceRow, newDevice } from '@semaforo/testing/factories';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACT, NOW, SERVER_ID } from '../../test/acts.ts';
import { storeChanges } from '../../test/commit-part.ts';
import { storeCommand } from '../../test/store-command.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { createDevicesRepository } from '../devices/devices.repository.ts';
import type { KnownDevice } from '../devices/known-device.ts';
import { Secret } from '../platform/secret.ts';
import { createUsersRepository } from '../users/users.repository.ts';
import { type CommandsRepository, createCommandsRepository } from './commands.repository.ts';
import { createHistoryRepository } from './history.repository.ts';

describe.each(testEngines())('commands on %s', (engine) => {
  let database: OpenDatabase;
  let commands: CommandsRepository;
  const createUser = (username: string, role: Role = 'user') =>
    createUsersRepository(database.db, engine).create({ username, passwordHash: new Secret('-'), role }, ACT);
  const createDevice = (name: string, ownerId: number | null) =>
    createDevicesRepository(database.db).create(newDevice({ topic: `/3/a/${name}`, name, ownerId }), ACT);
  const send = (devices: readonly KnownDevice[], at = NOW) =>
    storeCommand(commands, {
      createdAt: at,
      deadlineAt: at + 10_000,
      author: ACT.author,
      origin: 'operatore',
      deviceType: 'semaforo',
      value: 'rosso',
      sourceId: null,
      schedule: null,
      deliveries: devices.map((device) => ({
        deviceId: device.id,
        deviceName: device.name,
        deviceTopic: device.topic,
        ownerId: device.ownerId,
        value: 'rosso',
        previousStatus: 'verde',
        payloads: '["out4=1"]',
      })),
    });
  const history = (ownerId?: number, page: { limit?: number; before?: number } = {}) =>
    collected(
      createHistoryRepository(database.db).list({ ownerId, limit: page.limit ?? 100, before: page.before }),
    );

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    commands = createCommandsRepository(database.db, SERVER_ID);
  });
  afterEach(() => database.close());

  it('a command is stored with one accepted delivery for each device', async () => {
    const devices = [await createDevice('s1', null), await createDevice('s2', null)];
    const { commandId, deliveryIds } = await send(devices);
    const stored = await commands.find(commandId);
    expect(stored).toMatchObject({ id: commandId, createdAt: NOW, deviceType: 'semaforo', value: 'rosso' });
    expect(stored?.deliveries.map(({ id, deviceId, state }) => [deviceId, id, state])).toEqual(
      devices.map(({ id }) => [id, deliveryIds.get(id), 'accettato']),
    );
    expect(await commands.find(commandId + 1)).toBeUndefined();
  });

  it('a command for a deleted device is refused and nothing is stored', async () => {
    const device = await createDevice('s1', null);
    await createDevicesRepository(database.db).delete(device, ACT);
    await expect(send([device])).rejects.toThrow();
    expect(await database.db.selectFrom('commands').selectAll().execute()).toEqual([]);
  });

  it('a command for 1,201 devices is stored as one command and all its deliveries can change', async () => {
    const values = Array.from({ length: 1201 }, (_, index) => deviceRow({ topic: `/3/a/s${index}` }));
    await database.db.insertInto('devices').values(values).execute();
    const devices = await createDevicesRepository(database.db).listAll();
    const { commandId, deliveryIds } = await send(devices);
    expect(deliveryIds.size).toBe(1201);
    await storeChanges(
      database,
      [...deliveryIds.values()].map((id) => ({ id, state: 'confermato', reason: null, sent: 1, at: NOW })),
    );
    const stored = await commands.find(commandId);
    expect(new Set(stored?.deliveries.map(({ state }) => state))).toEqual(new Set(['confermato']));
  });

  it('the deliveries of a command change their states one by one', async () => {
    const devices = await Promise.all(['s1', 's2', 's3'].map((name) => createDevice(name, null)));
    const { commandId, deliveryIds } = await send(devices);
    const [first = 0, second = 0] = [...deliveryIds.values()];
    await storeChanges(database, []);
    await storeChanges(database, [
      { id: first, state: 'scaduto', reason: 'Non ha risposto', sent: 0, at: NOW + 1 },
      { id: second, state: 'inviato', reason: null, sent: 1, at: NOW + 2 },
    ]);
    const stored = await commands.find(commandId);
    expect(stored?.deliveries.map(({ state, reason }) => [state, reason])).toEqual([
      ['scaduto', 'Non ha risposto'],
      ['inviato', null],
      ['accettato', null],
    ]);
  });

  it('as many deliveries as there are can change in one commit', async () => {
    const { deliveryIds } = await send([await createDevice('s1', null)]);
    const [id = 0] = deliveryIds.values();
    const unknown = Array.from({ length: 200_000 }, (_, index) => id + 1 + index);
    const change = { state: 'confermato', reason: null, sent: 1, at: NOW } as const;
    await storeChanges(
      database,
      [id, ...unknown].map((each) => ({ id: each, ...change })),
    );
    expect(await history()).toMatchObject([{ outcome: 'confermato' }]);
  });

  it('the history names every lamp that was lit when a command had failed', async () => {
    const device = await createDevice('s1', null);
    const failed = { state: 'scaduto', reason: null, sent: 2, at: NOW } as const;
    for (const [shown, lit] of [
      ['rosso', ['verde', 'rosso']],
      ['verde', ['verde']],
      ['spento', []],
    ] as const) {
      const { deliveryIds } = await send([device]);
      const id = deliveryIds.get(device.id) ?? 0;
      await storeChanges(database, [{ id, ...failed, shown, lit }]);
    }
    expect((await history()).map(({ shown, lit }) => [shown, lit])).toEqual([
      ['spento', []],
      ['verde', ['verde']],
      ['rosso', ['verde', 'rosso']],
    ]);
  });

  it('a command stays in the history of the user who owned the device when it was sent', async () => {
    const [former, next] = [await createUser('prima'), await createUser('dopo')];
    const device = await createDevice('s1', former.id);
    await send([device]);
    const devices = createDevicesRepository(database.db);
    await devices.update({ ...device, ownerId: next.id }, { ...ACT, before: device, forgetState: false });
    expect(await history(former.id)).toHaveLength(1);
    expect(await history(next.id)).toEqual([]);
    expect(await history()).toHaveLength(1);
  });

  it('a command stays in the history of admins after its device and owner are deleted', async () => {
    await createUser('admin', 'admin');
    const owner = await createUser('uno');
    const device = await createDevice('s1', owner.id);
    const { commandId } = await send([device]);
    await createDevicesRepository(database.db).delete(device, ACT);
    await createUsersRepository(database.db, engine).delete(owner, ACT);
    expect((await commands.find(commandId))?.deliveries).toMatchObject([
      { deviceId: null, deviceLabel: 's1' },
    ]);
    expect(await history()).toEqual([
      {
        id: expect.any(Number) as number,
        created_at: new Date(NOW).toISOString(),
        color: 'rosso',
        device_name: 's1',
        device_topic: '/3/a/s1',
        payloads: '["out4=1"]',
        outcome: 'accettato',
        outcome_reason: null,
        shown: null,
        lit: [],
        username: 'prova',
        origin: 'operatore',
      },
    ]);
  });

  it('the history is read newest first, page by page, without gap or repetition', async () => {
    const owner = await createUser('uno');
    const devices = await Promise.all(['s1', 's2', 's3'].map((name) => createDevice(name, owner.id)));
    const anothers = await createDevice('s4', null);
    for (const at of [NOW, NOW + 1]) await send([...devices, anothers], at);
    const read: number[] = [];
    for (;;) {
      const before = read.at(-1);
      const page = await history(owner.id, { limit: 2, ...(before !== undefined && { before }) });
      if (page.length === 0) break;
      read.push(...page.map(({ id }) => id));
    }
    expect(read).toHaveLength(6);
    expect(read).toEqual([...new Set(read)].toSorted((a, b) => b - a));
  });
});

async function collected<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}
