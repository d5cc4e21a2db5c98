import { expect, test } from 'vitest';
import { centreOf, settingsOf } from './map-centre.ts';
import { DEFAULT_CENTRE } from './map-constants.ts';

const saved = (latitude: string, longitude: string) => [
  { key: 'map_center_lat', value: latitude },
  { key: 'map_center_lng', value: longitude },
];

test('the map opens at the saved centre', () => {
  expect(centreOf(saved('44.5', ' -11.25 '))).toEqual({ latitude: 44.5, longitude: -11.25 });
});

test.each([
  ['', '11'],
  ['44.5', ''],
  ['44,5', '11'],
  ['44.5', 'est'],
  ['Infinity', '11'],
  ['144', '11'],
])('with the saved values "%s" and "%s" the map opens at its default centre', (latitude, longitude) => {
  expect(centreOf(saved(latitude, longitude))).toEqual(DEFAULT_CENTRE);
});

test('a centre with one coordinate only is ignored', () => {
  expect(centreOf(saved('44.5', '11').slice(0, 1))).toEqual(DEFAULT_CENTRE);
});

test('a centre is saved as texts', () => {
  expect(settingsOf({ latitude: 44.5, longitude: 11 })).toEqual({
    map_center_lat: '44.5',
    map_center_lng: '11',
  });
});
