import { LeftOutArray } from '../src/platform/left-out-array.ts';

/** A geometry as published, or the text of its places as a hostile host may send it. */
type WrittenGeometry = { type: string; arcs: unknown } | string;

/** A TopoJSON document as it is parsed: its arrays are left out. Texts stand for what is no JSON. */
export function geometryOf(options: {
  transform?: object;
  arcs: unknown;
  zones: Record<string, WrittenGeometry>;
}) {
  const { transform, arcs, zones } = options;
  return {
    type: 'Topology',
    arcs: arcs === undefined ? undefined : leftOut(arcs),
    ...(transform && { transform }),
    objects: {
      zone: {
        type: 'GeometryCollection',
        geometries: Object.entries(zones).map(([name, zone]) => ({
          type: typeof zone === 'string' ? 'Polygon' : zone.type,
          arcs: leftOut(typeof zone === 'string' ? zone : zone.arcs),
          properties: { 'Nome zona': name },
        })),
      },
    },
  };
}

function leftOut(written: unknown): LeftOutArray {
  if (typeof written === 'string') return new LeftOutArray(written);
  // Items that are texts are written as they are.
  if (!Array.isArray(written)) return new LeftOutArray('[]');
  const items = written.map((item) => (typeof item === 'string' ? `[${item}]` : JSON.stringify(item)));
  return new LeftOutArray(`[${items.join(',')}]`);
}

/** Two neighbours as a TopoJSON has them: they share the first arc. */
export const SQUARES = {
  arcs: [
    [
      [11, 42],
      [11, 43],
    ],
    [
      [11, 43],
      [10, 43],
      [10, 42],
      [11, 42],
    ],
    [
      [11, 42],
      [12, 42],
      [12, 43],
      [11, 43],
    ],
  ],
  zones: { West: { type: 'Polygon', arcs: [[0, 1]] }, East: { type: 'Polygon', arcs: [[~0, 2]] } },
} as const;
