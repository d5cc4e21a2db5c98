import type { LevelsRecord, ZoneShapesRecord } from '@semaforo/contract/api/bulletins';
import { expect, test } from 'vitest';
import { extentOf, largestExtent, zonesOnMap } from './zones-on-map.ts';

const NO_RISKS = { idraulico: null, temporali: null, idrogeologico: null };
const level = (zone: string | null, name: string, color: 'giallo' | null) => ({
  ...{ zone, name, color, risks: NO_RISKS },
});
const shape = (zone: string | null, name: string): ZoneShapesRecord['features'][number] => ({
  type: 'Feature',
  properties: { zone, name },
  geometry: { type: 'MultiPolygon', coordinates: [] },
});

test('shapes and levels meet by code, else by name; a shape that no level names has none', () => {
  const shapes: ZoneShapesRecord = {
    ...{ type: 'FeatureCollection', source: 'nazionale' },
    features: [shape('Vald-A', 'Altro nome'), shape(null, 'CONCA'), shape('Vald-C', 'Foce')],
  };
  const levels = {
    ...{ date: '2026-11-22', bulletin: null },
    zones: [
      level('Vald-A', 'Alto Torno', 'giallo'),
      level(null, 'Conca', 'giallo'),
      level('Vald-B', 'Foce', 'giallo'),
    ],
  } satisfies LevelsRecord;
  const { zones, withoutShape } = zonesOnMap(shapes, levels);
  expect(zones.map(({ key, level: { color } }) => [key, color])).toEqual([
    ['Vald-A', 'giallo'],
    ['?conca', 'giallo'],
    ['Vald-C', null],
  ]);
  expect(withoutShape.map(({ zone }) => zone)).toEqual(['Vald-B']);
  const unread = zonesOnMap(shapes, undefined);
  expect(unread.zones.map(({ level: { color } }) => color)).toEqual([null, null, null]);
});

test('a sign stands in the largest polygon; nothing covers nothing', () => {
  const ring = (west: number, size: number): [number, number][] => [
    [west, 0],
    [west + size, 0],
    [west + size, size],
    [west, 0],
  ];
  expect(largestExtent([[ring(0, 1)], [ring(5, 3)]])).toEqual({ west: 5, south: 0, east: 8, north: 3 });
  expect(extentOf([[[ring(0, 1)], [ring(5, 3)]]])).toEqual({ west: 0, south: 0, east: 8, north: 3 });
  expect([largestExtent([]), extentOf([])]).toEqual([undefined, undefined]);
});
