import { UNKNOWN_DEVICE } from '@semaforo/contract/domain/device/device-state';
import { until } from '@semaforo/testing/until';
import { expect, test } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { createAdoptShared } from './adopt-shared.ts';
import type { DeviceStates } from './device-states.ts';
import type { KnownDevice } from './known-device.ts';

const device = { id: 1, topic: '/3/val/s1' } as KnownDevice;
const SHARED = { error: true, errorReason: 'Spento', desired: null, reasserted: 0, pending: null };

/** Notes what is taken over. */
const noteLearned =
  (adopted: unknown[]): DeviceStates['apply'] =>
  (_device, event) =>
    adopted.push(event.kind === 'learned' && event.known);

test('what changes here while it is read is not overwritten: the device is read again', async () => {
  let state = UNKNOWN_DEVICE;
  let readings = 0;
  const adopted: unknown[] = [];
  const adopt = createAdoptShared({
    repository: {
      sharedOf: () => {
        readings += 1;
        // A report comes just then.
        if (readings === 1) state = { ...state, temp: 20 };
        return Promise.resolve(new Map([[1, SHARED]]));
      },
    },
    directory: { findById: () => device },
    states: { of: () => state, isStored: () => true, apply: noteLearned(adopted) },
    commit: { stored: () => Promise.resolve() },
    logger: createTestLogger(),
  });
  adopt.changed([1]);
  await until('it is taken over', () => adopted.length > 0);
  expect([readings, adopted]).toEqual([2, [SHARED]]);
  await adopt.stop();
});

test('what is told while it is read is read once more', async () => {
  let stored = { ...SHARED, error: false };
  const adopted: unknown[] = [];
  const adopt = createAdoptShared({
    repository: {
      sharedOf: () => {
        const read = new Map([[1, stored]]);
        if (stored.error) return Promise.resolve(read);
        // Another server stores it, and says so, before the answer is here.
        stored = SHARED;
        adopt.changed([1]);
        return Promise.resolve(read);
      },
    },
    directory: { findById: () => device },
    states: {
      of: () => UNKNOWN_DEVICE,
      isStored: () => true,
      apply: noteLearned(adopted),
    },
    commit: { stored: () => Promise.resolve() },
    logger: createTestLogger(),
  });
  adopt.changed([1]);
  await until('the later one is taken over', () => adopted.length === 2);
  expect(adopted.at(-1)).toEqual(SHARED);
  await adopt.stop();
});

test('what could not be read is read later', async () => {
  let readings = 0;
  const adopted: unknown[] = [];
  const adopt = createAdoptShared({
    repository: {
      sharedOf: () => {
        readings += 1;
        return readings === 1
          ? Promise.reject(new Error('no database'))
          : Promise.resolve(new Map([[1, SHARED]]));
      },
    },
    directory: { findById: () => device },
    states: {
      of: () => UNKNOWN_DEVICE,
      isStored: () => true,
      apply: noteLearned(adopted),
    },
    commit: { stored: () => Promise.resolve() },
    logger: createTestLogger(),
  });
  adopt.changed([1]);
  await until('it is taken over', () => adopted.length > 0);
  await adopt.stop();
});
