import { describe, expect, test } from 'vitest';
import { leastTurnMs } from '../../../test/longest-turn.ts';
import { geometryOf, SQUARES } from '../../../test/zone-geometry.ts';
import { readZoneShapes } from './read-zone-shapes.ts';

/** docs/rules.md#no-input-blocks */
const TURN_AT_MOST_MS = 100;

const coordinatesOf = (shapes: Awaited<ReturnType<typeof readZoneShapes>>) =>
  Object.fromEntries(shapes.map(({ name, shape }) => [name, JSON.parse(shape) as number[][][][]]));

describe('the shapes of zones in a TopoJSON', () => {
  test('are joined from arcs that neighbours share, forwards and backwards', async () => {
    const shapes = coordinatesOf(await readZoneShapes(geometryOf(SQUARES)));
    expect(shapes.West).toEqual([
      [
        [
          [11, 42],
          [11, 43],
          [10, 43],
          [10, 42],
          [11, 42],
        ],
      ],
    ]);
    expect(shapes.East).toEqual([
      [
        [
          [11, 43],
          [11, 42],
          [12, 42],
          [12, 43],
          [11, 43],
        ],
      ],
    ]);
  });

  test('of whole numbers are told by their distances, scale and beginning', async () => {
    const document = geometryOf({
      transform: { scale: [0.001, 0.0005], translate: [10, 42] },
      arcs: [
        [
          [0, 0],
          [500, 0],
          [0, 1000],
          [-500, 0],
          [0, -1000],
        ],
      ],
      zones: { Conca: { type: 'Polygon', arcs: [[0]] } },
    });
    expect(coordinatesOf(await readZoneShapes(document)).Conca).toEqual([
      [
        [
          [10, 42],
          [10.5, 42],
          [10.5, 42.5],
          [10, 42.5],
          [10, 42],
        ],
      ],
    ]);
  });

  test('have as many points as a map needs; islets that none shows and lakes go', async () => {
    const coast = Array.from({ length: 1000 }, (_, at) => [10 + at / 1000, 42 + Math.sin(at) / 5000]);
    const islet = [
      [10, 41],
      [10.0001, 41],
      [10, 41.0001],
      [10, 41],
    ];
    const document = geometryOf({
      arcs: [[...coast, [11, 43], [10, 42]], islet],
      zones: { Costa: { type: 'MultiPolygon', arcs: [[[0], [1]], [[1]]] } },
    });
    const { Costa = [] } = coordinatesOf(await readZoneShapes(document));
    expect(Costa).toHaveLength(1);
    expect(Costa[0]).toHaveLength(1);
    expect(Costa[0]?.[0]?.length).toBeLessThan(12);
  });
});

const west = { type: 'Polygon', arcs: [[0, 1]] };
const outline = SQUARES.arcs;

test.each<[string, object]>([
  ['no geometry', { arcs: undefined }],
  ['a place without an arc', { zones: { West: { type: 'Polygon', arcs: [[0, 7]] } } }],
  ['a place that is no whole number', { zones: { West: { type: 'Polygon', arcs: [[0, 1.5]] } } }],
  ['a ring that is not closed', { zones: { West: { type: 'Polygon', arcs: [[0]] } } }],
  ['arcs that do not follow each other', { zones: { West: { type: 'Polygon', arcs: [[0, ~1, 1]] } } }],
  ['one arc there and back', { zones: { West: { type: 'Polygon', arcs: [[0, ~0]] } } }],
  ['a collection in itself', { zones: { West: { type: 'GeometryCollection', arcs: [[0, 1]] } } }],
  ['rings that are numbers', { zones: { West: { type: 'Polygon', arcs: [0, 1] } } }],
  ['no ring', { zones: { West: { type: 'Polygon', arcs: [[]] } } }],
  [
    'metres instead of degrees',
    {
      arcs: [
        [
          [500_000, 4_600_000],
          [500_001, 4_600_000],
        ],
        outline[1],
      ],
    },
  ],
  ['a point without a latitude', { arcs: [[[11, 42], [11]], outline[1]] }],
  ['a scale that is none', { transform: { scale: [1e308, 1e308], translate: [0, 0] } }],
])('a zone of %s has no shape', async (_what, wrong) => {
  expect(await readZoneShapes(geometryOf({ arcs: outline, zones: { West: west }, ...wrong }))).toEqual([]);
});

test('a zone that is wrong takes nothing from the others', async () => {
  const zones = { West: west, East: { type: 'Polygon', arcs: [[3]] }, Nowhere: '[[0,' };
  const shapes = await readZoneShapes(geometryOf({ arcs: [...outline, 'NaN'], zones }));
  expect(shapes.map(({ name }) => name)).toEqual(['West']);
});

test('a zone that is there twice has a shape when both are the same', async () => {
  const named = (first: string, second: string) =>
    readZoneShapes(geometryOf({ arcs: outline, zones: { West: first, ' WEST ': second } }));
  expect(await named('[[0,1]]', '[[0,1]]')).toHaveLength(1);
  expect(await named('[[0,1]]', '[[-1,2]]')).toEqual([]);
});

const zigzag = (points: number) => Array.from({ length: points }, (_, at) => `[${at % 7},${(at * at) % 11}]`);
const many = (piece: string, length: number) => `[${Array.from({ length }, () => piece).join(',')}]`;

test.each<[string, string, string]>([
  ['one line of four megabytes', `[[${zigzag(700_000).join(',')}]]`, '[[0]]'],
  ['lines as long as may be', many(`[${zigzag(20_000).join(',')}]`, 19), '[[0]]'],
  ['short lines', many('[[1,2],[3,4]]', 300_000), '[[0]]'],
  ['no lines', many('1', 2_000_000), '[[0]]'],
  ['brackets', '['.repeat(2_000_000) + ']'.repeat(2_000_000), '[[0]]'],
  [
    'a ring of one long line again and again',
    `[[${zigzag(20_000).join(',')},[0,0]]]`,
    many(many('0', 300), 200),
  ],
  [
    'lakes that are one long line there and back',
    `[[[0,0],[0,9],[9,9],[0,0]],[${zigzag(9_000).join(',')}]]`,
    `[[0],${many('[1,-2]', 10_000).slice(1)}`,
  ],
  ['one that nobody can parse', '[[[1,2],[3,4,]]]'.repeat(250_000), '[[0,'],
])('geometry of %s keeps nobody from other work and gives no shape', async (_what, arcs, places) => {
  const zones = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`Z${at}`, places]));
  const document = geometryOf({ arcs, zones });
  const read: unknown[] = [];
  const work = async () => {
    read.push(await readZoneShapes(document));
  };
  expect(await leastTurnMs(TURN_AT_MOST_MS, work)).toBeLessThan(TURN_AT_MOST_MS);
  expect(read[0]).toEqual([]);
});
