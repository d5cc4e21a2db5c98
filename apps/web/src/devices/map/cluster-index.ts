import { MAX_ZOOM } from '@semaforo/contract/domain/map-tiles';
import { SIGNAL_COLORS, type SignalColor } from '@semaforo/contract/domain/signal-color';
import Supercluster from 'supercluster';
import { CLUSTER_RADIUS_PX, TILE_SIZE_PX } from './map-constants.ts';

/**
 * The devices of the map, at one index in each array. `positions` alternates longitude and latitude. `signs` is 0 for
 * nothing to show, 1 to 4 for the confirmed color (in the order of the colors), or IN_ERROR; and OUT_OF_SYNC besides
 * for a device that reports something else than is desired.
 */
export type Places = { positions: Float64Array; signs: Uint8Array };

export const IN_ERROR = SIGNAL_COLORS.length + 1;
export const OUT_OF_SYNC = 8;

/** Degrees. */
export type Bounds = { west: number; south: number; east: number; north: number };

/** The visible part of the map, at Leaflet's zoom. */
export type Viewport = Bounds & { zoom: number };

/**
 * What is drawn: a single device (its index in the arrays), or a cluster with its bounds, its gravest confirmed color
 * and the numbers of devices in error and of those that differ from their command.
 */
export type Mark =
  | { kind: 'device'; index: number; latitude: number; longitude: number }
  | {
      kind: 'cluster';
      id: number;
      latitude: number;
      longitude: number;
      count: number;
      bounds: Bounds;
      gravest: SignalColor | null;
      errors: number;
      outOfSync: number;
    };

type Place = { index: number };
type Sum = Bounds & { gravest: number; errors: number; outOfSync: number };

/**
 * Clusters the places of one zoom when that zoom is first shown, so that neither the first marks nor new signs wait for
 * the other zooms. `marksIn` returns the marks from north to south.
 */
export function createClusterIndex({ positions, signs: firstSigns }: Places) {
  const features = Array.from(firstSigns, (_, index) => placeFeature(positions, index));
  let signs = firstSigns;
  let grouped: { zoom: number; clusters: Supercluster<Place, Sum> } | undefined;

  function clustersAt(zoom: number): Supercluster<Place, Sum> {
    if (grouped?.zoom !== zoom) {
      const clusters = new Supercluster<Place, Sum>({
        radius: CLUSTER_RADIUS_PX,
        extent: TILE_SIZE_PX,
        minZoom: zoom,
        maxZoom: zoom,
        map: ({ index }) => sumOfOne(positions, index, signs[index] ?? 0),
        reduce: addTo,
      });
      grouped = { zoom, clusters: clusters.load(features) };
    }
    return grouped.clusters;
  }

  return {
    setSigns(next: Uint8Array): void {
      signs = next;
      grouped = undefined;
    },
    marksIn({ west, south, east, north, zoom }: Viewport): Mark[] {
      // At the last zoom every device is shown alone.
      return clustersAt(Math.min(zoom, MAX_ZOOM - 1))
        .getClusters([west, south, east, north], zoom)
        .map(({ geometry, properties }): Mark => {
          const [longitude = 0, latitude = 0] = geometry.coordinates;
          if (!('cluster_id' in properties)) {
            return { kind: 'device', index: properties.index, latitude, longitude };
          }
          const { cluster_id: id, point_count: count, gravest, errors, outOfSync, ...rest } = properties;
          const bounds = { west: rest.west, south: rest.south, east: rest.east, north: rest.north };
          const color = SIGNAL_COLORS[gravest - 1] ?? null;
          const numbers = { count, errors, outOfSync };
          return { kind: 'cluster', id, latitude, longitude, bounds, gravest: color, ...numbers };
        })
        .sort((a, b) => b.latitude - a.latitude || a.longitude - b.longitude);
    },
  };
}

function placeFeature(positions: Float64Array, index: number): Supercluster.PointFeature<Place> {
  const coordinates = [positions[2 * index] ?? 0, positions[2 * index + 1] ?? 0];
  return { type: 'Feature', properties: { index }, geometry: { type: 'Point', coordinates } };
}

function sumOfOne(positions: Float64Array, index: number, sign: number): Sum {
  const longitude = positions[2 * index] ?? 0;
  const latitude = positions[2 * index + 1] ?? 0;
  const colorSign = sign % OUT_OF_SYNC;
  const inError = colorSign === IN_ERROR;
  return {
    west: longitude,
    south: latitude,
    east: longitude,
    north: latitude,
    gravest: inError ? 0 : colorSign,
    errors: inError ? 1 : 0,
    outOfSync: sign >= OUT_OF_SYNC ? 1 : 0,
  };
}

function addTo(sum: Sum, other: Sum): void {
  sum.west = Math.min(sum.west, other.west);
  sum.south = Math.min(sum.south, other.south);
  sum.east = Math.max(sum.east, other.east);
  sum.north = Math.max(sum.north, other.north);
  sum.gravest = Math.max(sum.gravest, other.gravest);
  sum.errors += other.errors;
  sum.outOfSync += other.outOfSync;
}
