import { deviceRecord } from '@semaforo/testing/factories';
import { expect, test } from 'vitest';
import { createRoster } from './roster.ts';

const DEVICES = [1, 2, 3].map((id) => deviceRecord({ id, topic: `/3/v/s${id}`, device_name: `Ponte ${id}` }));
const [first, ...rest] = DEVICES as [(typeof DEVICES)[0], ...typeof DEVICES];

test('reports, however many, leave the list as it is', () => {
  const rosterOf = createRoster();
  expect(rosterOf(DEVICES)).toBe(DEVICES);
  expect(rosterOf([{ ...first, status: 'rosso' }, ...rest])).toBe(DEVICES);
  expect(rosterOf(DEVICES.map((device) => ({ ...device, error: true })))).toBe(DEVICES);
});

test('a device that came, went, was renamed, or took the place of another makes another list', () => {
  const others = [
    rest,
    [...DEVICES, deviceRecord({ id: 4, topic: '/3/v/s4' })],
    [{ ...first, device_name: 'Argine' }, ...rest],
    [{ ...first, id: 9 }, ...rest],
    [{ ...first, topic: '/3/v/s9' }, ...rest],
    [...rest, first],
  ];
  for (const devices of others) {
    const rosterOf = createRoster();
    rosterOf(DEVICES);
    expect(rosterOf(devices)).toBe(devices);
  }
});
