import type { DeviceState } from '@semaforo/contract/domain/device/device-state';
import { UNKNOWN_DEVICE } from '@semaforo/contract/domain/device/device-state';
import { newDevice } from '@semaforo/testing/factories';
import { until } from '@semaforo/testing/until';
import { expect, onTestFinished, test } from 'vitest';
import { ACT, NOW } from '../../test/acts.ts';
import { storeStates } from '../../test/commit-part.ts';
import { createTestDeviceSyncs } from '../../test/device-syncs.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { createTestLogger } from '../../test/test-logger.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import { createDeviceDirectory } from './device-directory.ts';
import { createDeviceStatesRepository } from './device-states.repository.ts';
import { createDeviceStates } from './device-states.ts';
import { createDevicesRepository } from './devices.repository.ts';
import type { KnownDevice } from './known-device.ts';

const OF_PEER: DeviceState = {
  ...UNKNOWN_DEVICE,
  desired: { value: 'rosso', since: NOW, by: 'comune', source: 'command' },
};

test('what is another server’s matter is read from the database, though no hint comes', async () => {
  const database = await createTestDatabase('sqlite');
  onTestFinished(database.close);
  const { db } = database;
  const logger = createTestLogger();
  const device = await createDevicesRepository(db).create(newDevice({ topic: '/3/a/s1' }), ACT);
  const directory = createDeviceDirectory();
  directory.load([device]);
  const yielded = createEventChannel<KnownDevice>({ name: 'yielded', logger });
  const states = createDeviceStates({
    commit: { join: () => undefined, request: () => undefined },
    findDevice: directory.findById,
    changes: createEventChannel<KnownDevice>({ name: 'changes', logger }),
    yielded,
    silenceMs: 0,
    clock: { now: () => NOW },
    monotonicClock: { elapsedMs: () => 0 },
  });
  const syncs = createTestDeviceSyncs({
    ...{ db, directory, states, yielded },
    statesRepository: createDeviceStatesRepository(db),
    clock: { now: () => NOW },
  });
  onTestFinished(syncs.stop);

  await storeStates(database, [{ deviceId: device.id, state: OF_PEER }]);
  states.apply(device, { kind: 'ownership-lost' });
  await until('what the other desires is known', () => states.of(device.id).desired?.value === 'rosso');

  const stored = {
    error: false,
    errorReason: null,
    desired: OF_PEER.desired,
    desiredVersion: 0,
    reasserted: 0,
  };
  states.apply(device, { kind: 'peer-state', stored: { ...stored, pending: 'rosso' } });
  expect(states.pendingOf(device.id)).toBe('rosso');
  // The other has confirmed it, and ended before it could say so.
  await syncs.read('device-states');
  expect(states.pendingOf(device.id)).toBeNull();
});
