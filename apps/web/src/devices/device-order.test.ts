import { expect, test } from 'vitest';
import { deviceRecord } from '../test/device-record.ts';
import { createDeviceOrder } from './device-order.ts';

const A = deviceRecord({ id: 1, topic: '/3/v/b', device_name: 'Argine' });
const P = deviceRecord({ id: 2, topic: '/3/v/a', device_name: 'Ponte' });
const NAMELESS = deviceRecord({ id: 3, topic: '/3/v/0', device_name: null });
const asMap = (...devices: (typeof A)[]) => new Map(devices.map((device) => [device.topic, device]));
const namesOf = (devices: (typeof A)[]) => devices.map(({ device_name }) => device_name);

test('devices are ordered by name, those without one last', () => {
  const order = createDeviceOrder('semaforo');
  expect(namesOf(order(asMap(NAMELESS, P, A)))).toEqual(['Argine', 'Ponte', null]);
});

test('a change of state keeps every place and shows the newest record', () => {
  const order = createDeviceOrder('semaforo');
  order(asMap(P, A));
  const failing = { ...P, error: true };
  expect(order(asMap(failing, A))).toEqual([A, failing]);
});

test('a device that came, went or was renamed finds its place', () => {
  const order = createDeviceOrder('semaforo');
  order(asMap(P));
  expect(namesOf(order(asMap(P, A)))).toEqual(['Argine', 'Ponte']);
  expect(namesOf(order(asMap({ ...A, device_name: 'Zona' }, P)))).toEqual(['Ponte', 'Zona']);
  expect(namesOf(order(asMap(A)))).toEqual(['Argine']);
});
