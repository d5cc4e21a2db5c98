import type { DeviceStatuses } from '../../api/device-snapshot.ts';
import type { Bounds } from './cluster-index.ts';

/** The smallest part of the map that shows every device with a position; undefined when none has one. */
export function placedBounds({ blocks }: DeviceStatuses): Bounds | undefined {
  const bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const block of blocks) {
    for (const { latitude, longitude } of block) {
      if (latitude === null || longitude === null) continue;
      bounds.west = Math.min(bounds.west, longitude);
      bounds.east = Math.max(bounds.east, longitude);
      bounds.south = Math.min(bounds.south, latitude);
      bounds.north = Math.max(bounds.north, latitude);
    }
  }
  return bounds.west > bounds.east ? undefined : bounds;
}
