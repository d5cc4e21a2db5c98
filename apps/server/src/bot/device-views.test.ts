import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import type { Lamps } from '@semaforo/contract/domain/lamps';
import { expect, test } from 'vitest';
import { createDeviceViews } from './device-views.ts';

const ROSSO: Lamps = { rosso: { on: true, reportedAt: 1, reportedIn: 1 } };
const DEVICE = { id: 1, name: 'Ponte', topic: '/3/val/s1', ownerId: 7, latitude: 45.1, longitude: 9.2 };

/** One signal that says rosso and is in error. */
const viewsOf = (
  beforeTest: DeviceStatus | undefined,
  {
    silentSince = null,
    topic = DEVICE.topic,
    maintenance = null,
  }: { silentSince?: number | null; maintenance?: object | null; topic?: string } = {},
) =>
  createDeviceViews({
    directory: { list: () => [{ ...DEVICE, topic }], findById: () => DEVICE },
    states: {
      of: () => ({ lamps: ROSSO, updatedAt: 1, desired: null }),
      errorOf: () => 'Comando non confermato',
      isStale: () => false,
      silentSince: () => silentSince,
      pendingOf: () => 'rosso',
      isOutOfSync: () => false,
      beforeTest: () => beforeTest,
      maintenanceOf: () => maintenance,
    },
  });

test('citizens see what a signal under test showed before, and operators that it is tested', () => {
  const views = viewsOf('verde');
  const [seen] = views.ownSignalsOf(7);
  expect(seen).toMatchObject({ status: 'verde', words: 'verde', error: false, pending: null });
  const [known] = views.signalsFor({ id: 7, username: 'valdombra', role: 'user' });
  expect(known).toMatchObject({ status: 'rosso', testing: true });
});

test('what a lamp test finds is no error to be notified; the same without a test is one', () => {
  expect(viewsOf('verde').failingIds()).toEqual([]);
  expect(viewsOf('verde').findDevice(1)?.inError).toBe(false);
  expect(viewsOf(undefined).failingIds()).toEqual([1]);
  expect(viewsOf(undefined).findDevice(1)?.inError).toBe(true);
});

test('a signal that misses its rhythm is silent, and not while a lamp test has it', () => {
  expect(viewsOf(undefined, { silentSince: 5 }).ownSignalsOf(7)).toMatchObject([{ silent: true }]);
  expect(viewsOf('verde', { silentSince: 5 }).ownSignalsOf(7)).toMatchObject([{ silent: false }]);
});

test('of a device in maintenance it is known that it is, for its errors and for citizens', () => {
  const views = viewsOf(undefined, { maintenance: { until: 1 } });
  expect(views.findDevice(1)).toMatchObject({ inError: true, inMaintenance: true });
  expect(views.ownSignalsOf(7)).toMatchObject([{ inMaintenance: true }]);
});

test('a signal that the server plays is told as a test, and to citizens not at all', () => {
  const views = viewsOf(undefined, { topic: '/3/simulato/s1' });
  expect(views.signalsFor({ id: 7, username: 'valdombra', role: 'user' })).toMatchObject([{ testing: true }]);
  expect(views.ownSignalsOf(7)).toEqual([]);
});
