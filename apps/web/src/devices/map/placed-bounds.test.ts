import { deviceRecord } from '@semaforo/testing/factories';
import { expect, test } from 'vitest';
import { createDeviceStatuses } from '../../api/device-snapshot.ts';
import { placedBounds } from './placed-bounds.ts';

test('devices are framed from the westernmost to the easternmost, those without a position left out', () => {
  const statuses = createDeviceStatuses([
    deviceRecord({ topic: '/3/a/1', latitude: 45.4, longitude: 9.2 }),
    deviceRecord({ topic: '/3/a/2', latitude: 40.8, longitude: 14.2 }),
    deviceRecord({ topic: '/3/a/3', latitude: null, longitude: null }),
  ]);
  expect(placedBounds(statuses)).toEqual({ west: 9.2, east: 14.2, south: 40.8, north: 45.4 });
});

test('there is nothing to frame when no device has a position', () => {
  expect(
    placedBounds(createDeviceStatuses([deviceRecord({ latitude: null, longitude: null })])),
  ).toBeUndefined();
});
