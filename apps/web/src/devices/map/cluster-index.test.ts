import { expect, test } from 'vitest';
import { createClusterIndex, IN_ERROR, OUT_OF_SYNC } from './cluster-index.ts';

const ITALY = { west: 6, south: 36, east: 19, north: 48 };
const VERDE = 1;
const ROSSO = 4;

/** Three devices in one street, and one far to the south. */
const POSITIONS = Float64Array.from([11.3, 44.5, 11.301, 44.5, 11.302, 44.501, 15, 38]);

function placesWith(...signs: number[]) {
  return { positions: POSITIONS, signs: Uint8Array.from(signs) };
}

test('close devices become one cluster and far ones stay alone, from north to south', () => {
  const marks = createClusterIndex(placesWith(VERDE, VERDE, VERDE, VERDE)).marksIn({ ...ITALY, zoom: 6 });
  expect(marks).toMatchObject([
    { kind: 'cluster', count: 3, bounds: { west: 11.3, south: 44.5, east: 11.302, north: 44.501 } },
    { kind: 'device', index: 3, latitude: 38, longitude: 15 },
  ]);
});

test('a cluster never hides a rosso nor an error', () => {
  const index = createClusterIndex(placesWith(VERDE, ROSSO, IN_ERROR, 0));
  expect(index.marksIn({ ...ITALY, zoom: 6 })[0]).toMatchObject({ gravest: 'rosso', errors: 1 });
});

test('a cluster without confirmed colors has no mark', () => {
  const index = createClusterIndex(placesWith(0, 0, IN_ERROR, 0));
  expect(index.marksIn({ ...ITALY, zoom: 6 })[0]).toMatchObject({ gravest: null, errors: 1 });
});

test('a cluster counts the devices that differ from their command, by color, in error or dark', () => {
  const index = createClusterIndex(placesWith(ROSSO + OUT_OF_SYNC, IN_ERROR + OUT_OF_SYNC, OUT_OF_SYNC, 0));
  expect(index.marksIn({ ...ITALY, zoom: 6 })[0]).toMatchObject({
    gravest: 'rosso',
    errors: 1,
    outOfSync: 3,
  });
});

test('new signs change the colors and errors of the clusters', () => {
  const index = createClusterIndex(placesWith(VERDE, VERDE, VERDE, VERDE));
  index.marksIn({ ...ITALY, zoom: 6 });
  index.setSigns(Uint8Array.from([VERDE, ROSSO, VERDE, VERDE]));
  expect(index.marksIn({ ...ITALY, zoom: 6 })[0]).toMatchObject({ gravest: 'rosso' });
});

test('at the last zoom every device is shown alone, even two at one place', () => {
  const index = createClusterIndex({
    positions: Float64Array.from([11.3, 44.5, 11.3, 44.5]),
    signs: Uint8Array.from([VERDE, ROSSO]),
  });
  expect(index.marksIn({ ...ITALY, zoom: 18 })).toHaveLength(1);
  expect(index.marksIn({ ...ITALY, zoom: 19 })).toHaveLength(2);
});

test('devices outside the window are left out', () => {
  const index = createClusterIndex(placesWith(VERDE, VERDE, VERDE, VERDE));
  expect(index.marksIn({ ...ITALY, north: 40, zoom: 6 })).toHaveLength(1);
});
