import { getHeapSpaceStatistics } from 'node:v8';

/**
 * What this thread's heap takes, in bytes, full or empty: the young generation and all else. `live`: what is in use of
 * the latter, some of it garbage.
 */
export function heapRoom(): { young: number; old: number; live: number } {
  const room = { young: 0, old: 0, live: 0 };
  for (const { space_name: name, space_size: size, space_used_size: used } of getHeapSpaceStatistics()) {
    if (name.startsWith('new_')) {
      room.young += size;
    } else {
      room.old += size;
      room.live += used;
    }
  }
  return room;
}
