import { deviceRecord, managedDevice } from '@semaforo/testing/factories';
import { expect, test } from 'vitest';
import { devicesMatching } from '../management/managed-devices.queries.ts';
import { createWithLiveState, type MeasuredDevice, metricsRows, withLiveState } from './rows-by-owner.ts';

function measured(changes: Partial<MeasuredDevice>): MeasuredDevice {
  return {
    ...managedDevice(),
    stale: false,
    silent_since: null,
    pending: null,
    outOfSync: false,
    testing: false,
    maintenance: false,
    lit: [],
    ...changes,
  };
}

test('devices are listed under their owner, those without owner last, and errors come first', () => {
  const rows = metricsRows([
    measured({ id: 1, username: null }),
    measured({ id: 2, username: 'valdombra' }),
    measured({ id: 3, username: 'valdombra', error: true }),
    measured({ id: 4, username: 'rivachiara' }),
  ]);
  expect(rows.map((row) => ('device' in row ? row.device.id : row.owner))).toEqual([
    'rivachiara',
    4,
    'valdombra',
    3,
    2,
    null,
    1,
  ]);
});

test('the live state replaces the state that was read with the metrics', () => {
  const live = deviceRecord({ status: 'rosso', error: true, error_reason: 'offline', stale: true });
  expect(withLiveState(managedDevice({ temp: 20 }), live)).toMatchObject({
    status: 'rosso',
    error: true,
    error_reason: 'offline',
    stale: true,
    temp: 20,
  });
});

test('a state that was only read with the metrics is stale', () => {
  expect(withLiveState(managedDevice({ status: 'rosso' }), undefined)).toMatchObject({
    status: 'rosso',
    stale: true,
    pending: null,
  });
});

test.each([
  ['diga', [1]],
  ['/S2', [2]],
  ['  ', [1, 2]],
])('%o finds devices by name or topic in any case', (query, ids) => {
  const devices = [
    measured({ id: 1, name: 'Diga Vecchia', topic: '/3/a/s1' }),
    measured({ id: 2, name: null, topic: '/3/a/s2' }),
  ];
  expect(devicesMatching(devices, query).map(({ id }) => id)).toEqual(ids);
});

test('a device keeps its object until it is read again or reports', () => {
  const withState = createWithLiveState();
  const device = managedDevice();
  const live = deviceRecord();
  expect(withState(device, live)).toBe(withState(device, live));
  const spoken = { ...live, status: 'rosso' as const };
  expect(withState(device, spoken)).toEqual(withLiveState(device, spoken));
  expect(withState({ ...device, temp: 30 }, spoken).temp).toBe(30);
});

test('a device in maintenance is in no error and not out of sync, and what it shows in an error is the last known', () => {
  const maintenance = {
    until: '2026-11-21T01:00:00.000Z',
    reason: 'Lampada nuova',
    by: 'valdombra',
    since: '2026-11-20T01:00:00.000Z',
  };
  const live = deviceRecord({ error: true, error_reason: 'offline', out_of_sync: true, maintenance });
  expect(withLiveState(managedDevice(), live)).toMatchObject({
    error: false,
    outOfSync: false,
    stale: true,
    maintenance: true,
  });
});
