import { UNKNOWN_DEVICE } from '@semaforo/contract/domain/device/device-state';
import { newDevice } from '@semaforo/testing/factories';
import pLimit from 'p-limit';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { ACT } from '../../test/acts.ts';
import { NEVER_COMMITS, storeStates } from '../../test/commit-part.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { createTestLogger } from '../../test/test-logger.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import { createCsvImportRepository } from './csv-import.repository.ts';
import { createDeviceDirectory } from './device-directory.ts';
import type { DeviceListEvent } from './device-events.ts';
import { createDeviceListVersionRepository } from './device-list-version.repository.ts';
import { createDeviceStatesRepository } from './device-states.repository.ts';
import { createDeviceStates } from './device-states.ts';
import { createDevicesRepository, type DevicesRepository } from './devices.repository.ts';
import { createMergeDeviceList } from './merge-device-list.ts';

const SILENCE_MS = 60_000;

const signal = (number: number) => newDevice({ topic: `/3/comune/s${number}` });

describe.skipIf(inject('postgresUrl') === null)('the directory of one of two servers', () => {
  let database: OpenDatabase;
  /** What the other server does, it does by this. */
  let devices: DevicesRepository;
  let published: DeviceListEvent[];
  let reads: number;
  let elapsedMs: number;

  const createServer = () => {
    const logger = createTestLogger();
    const directory = createDeviceDirectory();
    const statesRepository = createDeviceStatesRepository(database.db);
    const listEvents = createEventChannel<DeviceListEvent>({ name: 'devices', logger });
    listEvents.subscribe((event) => published.push(event));
    const states = createDeviceStates({
      commit: NEVER_COMMITS,
      findDevice: directory.findById,
      changes: createEventChannel({ name: 'states', logger }),
      silenceMs: SILENCE_MS,
      clock: { now: () => 10 },
      monotonicClock: { elapsedMs: () => elapsedMs },
    });
    states.setListening(0);
    const merge = createMergeDeviceList({
      repository: {
        listAll: () => {
          reads += 1;
          return devices.listAll();
        },
      },
      statesRepository,
      directory,
      states,
      listEvents,
      mutex: pLimit(1),
    });
    const { current } = createDeviceListVersionRepository(database.db);
    const refresh = async () => merge(await current());
    return { directory, states, statesRepository, refresh };
  };
  let server: ReturnType<typeof createServer>;

  beforeEach(async () => {
    database = await createTestDatabase('postgres');
    devices = createDevicesRepository(database.db);
    published = [];
    reads = 0;
    elapsedMs = 0;
    server = createServer();
  });
  afterEach(() => database.close());

  test('gets a device that the other server created, with its last state', async () => {
    const created = await devices.create(signal(1), ACT);
    await storeStates(database, [
      { deviceId: created.id, state: { ...UNKNOWN_DEVICE, status: 'rosso', updatedAt: 5 } },
    ]);
    await server.refresh();
    expect(server.directory.findByKey('/3/comune/s1')).toEqual(created);
    expect(server.states.of(created.id)).toMatchObject({ status: 'rosso', updatedAt: 5 });
    expect(published).toEqual([{ owners: [null], byPeer: true }]);
  });

  test('gets what a new device last said of each lamp, and what was asked of it', async () => {
    const created = await devices.create(signal(1), ACT);
    const desired = { value: 'verde', since: 4, by: 'valdombra', source: 'command' } as const;
    const lamps = {
      rosso: { on: true, reportedAt: 5, reportedIn: 1 },
      verde: { on: false, reportedAt: 3, reportedIn: 1 },
    };
    await storeStates(database, [
      { deviceId: created.id, state: { ...UNKNOWN_DEVICE, status: 'rosso', lamps, desired } },
    ]);
    const changed: (number | 'all')[] = [];
    server.states.follow((deviceId) => changed.push(deviceId));
    await server.refresh();
    expect(server.states.of(created.id)).toMatchObject({
      desired,
      lamps: {
        rosso: { on: true, reportedAt: 5, reportedIn: null },
        verde: { on: false, reportedAt: 3, reportedIn: null },
      },
    });
    expect(server.states.isOutOfSync(created.id)).toBe(true);
    expect(server.states.isStale(created.id)).toBe(true);
    expect(changed).toContain('all');
    server.states.record(created, { channel: 'out4', payload: '0', retained: false });
    server.states.record(created, { channel: 'out1', payload: '1', retained: false });
    expect(server.states.of(created.id).desired).toEqual(desired);
    expect(server.states.isOutOfSync(created.id)).toBe(false);
  });

  test('does not take a new device for silent because it listens for long', async () => {
    elapsedMs = 10 * SILENCE_MS;
    const created = await devices.create(signal(1), ACT);
    await storeStates(database, [{ deviceId: created.id, state: { ...UNKNOWN_DEVICE, receivedAt: 1 } }]);
    await server.refresh();
    server.states.wake();
    expect(server.states.of(created.id).error).toBe(false);
    elapsedMs += SILENCE_MS;
    server.states.wake();
    expect(server.states.of(created.id).error).toBe(true);
  });

  test('removes a device that the other server deleted and announces the removal', async () => {
    const created = await devices.create(signal(1), ACT);
    await server.refresh();
    await devices.delete(created, ACT);
    await server.refresh();
    expect(server.directory.listAll()).toEqual([]);
    expect(server.directory.findByKey(created.topic)).toBeUndefined();
    expect(published).toContainEqual({ owners: [null], replaced: created, byPeer: true });
  });

  test('follows topics that two devices exchanged', async () => {
    const [first, second] = [await devices.create(signal(1), ACT), await devices.create(signal(2), ACT)];
    await server.refresh();
    const change = { ...ACT, forgetState: true };
    await devices.update({ ...first, topic: '/3/comune/via' }, { ...change, before: first });
    await devices.update({ ...second, topic: first.topic }, { ...change, before: second });
    await devices.update({ ...first, topic: second.topic }, { ...change, before: first });
    await server.refresh();
    expect(server.directory.findByKey(first.topic)?.id).toBe(second.id);
    expect(server.directory.findByKey(second.topic)?.id).toBe(first.id);
    expect(published.flatMap(({ replaced }) => replaced ?? [])).toHaveLength(2);
  });

  test('removes the owner who was deleted and gets devices that were imported', async () => {
    const { id: ownerId } = await database.db
      .insertInto('users')
      .values({
        username: 'a',
        folded_username: 'a',
        password_hash: '',
        role: 'user',
        token_version: 1,
        created_at: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const created = await devices.create({ ...signal(1), ownerId }, ACT);
    await server.refresh();
    await database.db.deleteFrom('users').execute();
    await server.refresh();
    expect(server.directory.findById(created.id)?.ownerId).toBeNull();
    await createCsvImportRepository(database.db).importAll([{ before: undefined, after: signal(7) }], ACT);
    await server.refresh();
    expect(server.directory.findByKey('/3/comune/s7')).toBeDefined();
  });

  test('reads the list again only when a device has changed', async () => {
    await devices.create(signal(1), ACT);
    await server.refresh();
    await server.refresh();
    expect(reads).toBe(1);
    expect(published).toHaveLength(1);
  });
});
