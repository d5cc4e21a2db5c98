import { expect, test } from 'vitest';
import { labelOf } from './label.ts';

const TOPIC = '/3/prova/s1';

test('a device is called by its name', () => {
  expect(labelOf({ name: 'Ponte', topic: TOPIC })).toBe('Ponte');
  expect(labelOf({ device_name: 'Ponte', topic: TOPIC })).toBe('Ponte');
  expect(labelOf({ device_name: 'Ponte', device_topic: TOPIC })).toBe('Ponte');
});

test('a device without a name is called by its topic', () => {
  expect(labelOf({ name: null, topic: TOPIC })).toBe(TOPIC);
  expect(labelOf({ device_name: null, topic: TOPIC })).toBe(TOPIC);
  expect(labelOf({ device_name: null, device_topic: TOPIC })).toBe(TOPIC);
});
