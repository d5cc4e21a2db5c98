import { deviceRecord } from '@semaforo/testing/factories';
import { expect, test } from 'vitest';
import { createDeviceStatuses, replaceRecords } from '../../api/device-snapshot.ts';
import { createDeviceOrder } from './device-order.ts';

const A = deviceRecord({ id: 1, topic: '/3/v/b', device_name: 'Argine' });
const P = deviceRecord({ id: 2, topic: '/3/v/a', device_name: 'Ponte' });
const NAMELESS = deviceRecord({ id: 3, topic: '/3/v/0', device_name: null });
const read = (...devices: (typeof A)[]) => createDeviceStatuses(devices);
const namesOf = (devices: (typeof A)[]) => devices.map(({ device_name }) => device_name);

test('devices are ordered by name, those without a name last', () => {
  const order = createDeviceOrder('semaforo');
  expect(namesOf(order(read(NAMELESS, P, A)))).toEqual(['Argine', 'Ponte', null]);
});

test('a change of state keeps every place and shows the newest record', () => {
  const order = createDeviceOrder('semaforo');
  order(read(P, A));
  const failing = { ...P, error: true };
  expect(order(read(failing, A))).toEqual([A, failing]);
});

test('a live change keeps every place, and a device of the other type changes nothing', () => {
  const order = createDeviceOrder('semaforo');
  const lantern = deviceRecord({ id: 4, topic: '/4/v/l', device_type: 'lanterna' });
  const statuses = read(P, A, lantern);
  const before = order(statuses);
  expect(order(replaceRecords(statuses, [{ ...lantern, status: 'rosso' }]))).toBe(before);
  const failing = { ...P, error: true };
  expect(order(replaceRecords(statuses, [failing]))).toEqual([A, failing]);
  expect(namesOf(order(replaceRecords(statuses, [{ ...A, device_name: 'Zona' }])))).toEqual([
    'Ponte',
    'Zona',
  ]);
});

test('a device that came or was renamed gets its place, and one that went leaves the list', () => {
  const order = createDeviceOrder('semaforo');
  order(read(P));
  expect(namesOf(order(read(P, A)))).toEqual(['Argine', 'Ponte']);
  expect(namesOf(order(read({ ...A, device_name: 'Zona' }, P)))).toEqual(['Ponte', 'Zona']);
  expect(namesOf(order(read(A)))).toEqual(['Argine']);
});
