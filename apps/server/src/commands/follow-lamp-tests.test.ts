import { newDevice } from '@semaforo/testing/factories';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ACT, SERVER_ID } from '../../test/acts.ts';
import { NEVER_COMMITS } from '../../test/commit-part.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { createTestLogger } from '../../test/test-logger.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { createDeviceStates, type DeviceStates } from '../devices/device-states.ts';
import { createDevicesRepository } from '../devices/devices.repository.ts';
import type { KnownDevice } from '../devices/known-device.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import { createFollowLampTests } from './follow-lamp-tests.ts';
import { createLampTestsRepository, type LampTestsRepository } from './lamp-tests.repository.ts';

let database: OpenDatabase;
let device: KnownDevice;
let testId: number;
let repository: LampTestsRepository;
/** The server that runs the test is another one; this one follows it. */
let states: DeviceStates;
let follow: () => Promise<void>;

const report = (channel: string, payload: string) =>
  void states.record(device, { channel, payload, retained: false });
const stateOfDevice = async () => (await repository.find(testId))?.devices[0];

beforeEach(async () => {
  database = await createTestDatabase('sqlite');
  device = await createDevicesRepository(database.db).create(newDevice({ topic: '/3/val/s1' }), ACT);
  const findById = (id: number) => (id === device.id ? device : undefined);
  states = createDeviceStates({
    commit: NEVER_COMMITS,
    findDevice: findById,
    changes: createEventChannel({ name: 'states', logger: createTestLogger() }),
    silenceMs: 0,
    clock: { now: () => 5 },
    monotonicClock: { elapsedMs: () => 0 },
  });
  states.setListening(0);
  states.apply(device, {
    kind: 'commanded',
    deliveryId: 1,
    desired: { value: 'verde', since: 1, by: 'valdombra', source: 'command' },
  });
  states.apply(device, { kind: 'settled' });
  report('out1', '1');
  repository = createLampTestsRepository(database.db, SERVER_ID);
  const tested = { id: device.id, ownerId: null, label: device.topic, former: 'verde' } as const;
  testId = await repository.create({ deviceType: 'semaforo', devices: [tested] }, ACT);
  follow = createFollowLampTests({
    repository,
    directory: { findById },
    states,
    changed: () => undefined,
    clock: { now: () => 9 },
  });
});
afterEach(() => database.close());

/** As the server that runs the test does it when a device does not confirm its way back. */
const endWithoutTheDevice = async () => {
  await repository.setDevice({ testId, deviceId: device.id }, { state: 'non rimessa', closedAt: null });
  await repository.end(testId, { ...ACT, after: {} });
};

test('a device that is not back when its test on another server has ended stays in it, out of sync, until it is', async () => {
  await follow();
  report('out1', '0');
  report('out4', '1');
  expect(states.isOutOfSync(device.id)).toBe(false);
  await endWithoutTheDevice();
  for (let checks = 0; checks < 2; checks += 1) await follow();
  expect(await stateOfDevice()).toMatchObject({ state: 'non rimessa', isOpen: true });
  expect(states.beforeTest(device.id)).toBe('verde');
  expect(states.isOutOfSync(device.id)).toBe(true);
  report('out4', '0');
  report('out1', '1');
  await follow();
  expect(await stateOfDevice()).toMatchObject({ state: 'rimessa', isOpen: false });
  expect(states.beforeTest(device.id)).toBeUndefined();
});

test('a device in a test of another server is marked once', async () => {
  let changes = 0;
  await follow();
  states.follow(() => {
    changes += 1;
  });
  for (let checks = 0; checks < 3; checks += 1) await follow();
  expect(states.beforeTest(device.id)).toBe('verde');
  expect(changes).toBe(0);
});
