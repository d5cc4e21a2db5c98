import { newDevice } from '@semaforo/testing/factories';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ACT } from '../../test/acts.ts';
import { createTestDeviceSyncs } from '../../test/device-syncs.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import { createTestLogger } from '../../test/test-logger.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { createGroupCommit, type GroupCommit } from '../database/group-commit.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import { createDeviceStatesRepository } from './device-states.repository.ts';
import { createDeviceStates, type DeviceStates } from './device-states.ts';
import { createDevicesRepository } from './devices.repository.ts';
import type { KnownDevice } from './known-device.ts';

const ROSSO = { value: 'rosso', since: 1, by: 'valdombra', source: 'command' } as const;
const GIALLO = { value: 'giallo', since: 2, by: 'altro', source: 'command' } as const;

type Server = { states: DeviceStates; commit: GroupCommit };

describe.each(testEngines())('on %s, what is desired of a device', (engine) => {
  let database: OpenDatabase;
  let device: KnownDevice;
  let first: Server;
  let second: Server;
  let failing: boolean;

  const createServer = (): Server => {
    const logger = createTestLogger();
    const commit = createGroupCommit({ db: database.db, logger });
    const states = createDeviceStates({
      commit,
      findDevice: () => device,
      changes: createEventChannel({ name: 'states', logger }),
      silenceMs: 0,
      clock: { now: () => 5 },
      monotonicClock: { elapsedMs: () => 0 },
    });
    commit.join({
      take: () => ({
        write: () => (failing ? Promise.reject(new Error('disk full')) : Promise.resolve()),
        stored: () => {},
        failed: () => {},
      }),
    });
    states.setListening(0);
    return { states, commit };
  };

  beforeEach(async () => {
    failing = false;
    database = await createTestDatabase(engine);
    device = await createDevicesRepository(database.db).create(newDevice({ topic: '/3/a/s1' }), ACT);
    [first, second] = [createServer(), createServer()];
  });
  afterEach(async () => {
    failing = false;
    await first.commit.stop();
    await second.commit.stop();
    await database.close();
  });

  const report = async ({ states, commit }: Server, channel: string, payload = '1') => {
    states.record(device, { channel, payload, retained: false });
    await commit.stored();
  };
  const ask = async (
    { states, commit }: Server,
    desired: typeof ROSSO | typeof GIALLO,
    deliveryId: number = desired.since,
  ) => {
    states.apply(device, { kind: 'commanded', deliveryId, desired });
    await commit.stored();
  };
  const storedRequested = async () =>
    (await createDeviceStatesRepository(database.db).listAll())[0]?.state.desired ?? null;

  const check = ({ states }: Server) =>
    createTestDeviceSyncs({
      db: database.db,
      statesRepository: createDeviceStatesRepository(database.db),
      directory: { findById: () => device, listAll: () => [device] },
      states,
      yielded: { subscribe: () => undefined },
      clock: { now: () => 0 },
    }).read('desired');

  test('is stored, and stays once the device shows it', async () => {
    await ask(first, ROSSO);
    expect(await storedRequested()).toEqual(ROSSO);
    first.states.apply(device, { kind: 'settled' });
    await report(first, 'out4');
    expect(await storedRequested()).toEqual(ROSSO);
  });

  test('by one server outlasts what another one stores of the device', async () => {
    await ask(first, ROSSO);
    await ask(second, GIALLO);
    await report(first, 'temp', '20');
    expect(await storedRequested()).toEqual(GIALLO);
    first.states.apply(device, { kind: 'ownership-lost' });
    await report(first, 'out1');
    first.states.apply(device, { kind: 'settled' });
    await first.commit.stored();
    expect(await storedRequested()).toEqual(GIALLO);
  });

  test('is not undone by what another server stores late of an older delivery', async () => {
    await ask(second, GIALLO);
    await ask(first, ROSSO);
    first.states.apply(device, { kind: 'settled' });
    await report(first, 'out2');
    expect(await storedRequested()).toEqual(GIALLO);
    // It is found to be another's as soon as the device differs from it.
    await check(first);
    expect(first.states.of(device.id).desired).toBeNull();
  });

  test('is that of the later delivery, whatever the clocks of the two servers say', async () => {
    await ask(first, GIALLO, 10);
    await ask(second, ROSSO, 11);
    expect(await storedRequested()).toEqual(ROSSO);
  });

  test('is not undone in memory by an older delivery, which is pending until it gives way', async () => {
    await ask(first, GIALLO, 11);
    await ask(first, ROSSO, 10);
    expect(first.states.of(device.id)).toMatchObject({ desired: GIALLO, pending: 'rosso' });
  });

  test('is nothing of what the device was before it became another, also where that was stored late', async () => {
    await ask(first, ROSSO);
    const before = device;
    device = { ...device, topic: '/3/a/s2' };
    first.states.deviceChanged(before, device);
    await first.commit.stored();
    expect(await storedRequested()).toBeNull();
  });

  test('is left to the other server even if it was not stored here yet', async () => {
    await ask(second, GIALLO);
    failing = true;
    first.states.apply(device, { kind: 'commanded', deliveryId: 1, desired: ROSSO });
    void first.commit.flush();
    first.states.apply(device, { kind: 'ownership-lost' });
    failing = false;
    await report(first, 'temp', '20');
    expect(await storedRequested()).toEqual(GIALLO);
  });

  describe('and the device reports something else here', () => {
    beforeEach(async () => {
      await ask(first, ROSSO);
      first.states.apply(device, { kind: 'settled' });
      await report(first, 'out1');
    });

    test('stays while no other server has stored another', async () => {
      await check(first);
      expect(first.states.of(device.id).desired).toEqual(ROSSO);
    });

    test('counts no more once another server has stored something else', async () => {
      await ask(second, GIALLO);
      second.states.apply(device, { kind: 'settled' });
      await second.commit.stored();
      await check(first);
      expect(first.states.of(device.id).desired).toBeNull();
    });

    test('is not taken for that of another server while it is not stored yet', async () => {
      const again = { ...ROSSO, since: 3 };
      failing = true;
      first.states.apply(device, { kind: 'commanded', deliveryId: 3, desired: again });
      first.states.apply(device, { kind: 'settled' });
      await check(first);
      failing = false;
      await first.commit.stored();
      await check(first);
      expect(first.states.of(device.id).desired).toEqual(again);
      expect(await storedRequested()).toEqual(again);
    });
  });
});
