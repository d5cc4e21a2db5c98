import {
  MAX_FILTERS_OF_DEVICE,
  MAX_FILTERS_OF_SHARED,
  MAX_FILTERS_PER_SUBSCRIBE,
  mostFilters,
} from './caps.ts';
import type { Guest } from './guests.ts';

/** Counts the filters of clients; there may be more of them the more devices are known. */
export type FilterCounts = {
  /** `too-many`: of this client or of all; `flood`: in one packet, whether or not it is granted them. */
  add: (guest: Guest, filter: string) => 'added' | 'too-many' | 'flood';
  remove: (guest: Guest, filters: Iterable<string>) => void;
};

export function createFilterCounts(countDevices: () => number): FilterCounts {
  let count = 0;
  /** All filters of a packet are asked for before anything else happens. */
  let asked = new Map<Guest, number>();
  const askedBy = (guest: Guest) => {
    if (asked.size === 0) {
      setImmediate(() => {
        asked = new Map();
      });
    }
    const times = (asked.get(guest) ?? 0) + 1;
    asked.set(guest, times);
    return times;
  };

  return {
    add: (guest, filter) => {
      if (askedBy(guest) > MAX_FILTERS_PER_SUBSCRIBE) return 'flood';
      if (guest.filters.has(filter)) return 'added';
      if (count >= mostFilters(countDevices()) || guest.filters.size >= mostOf(guest)) return 'too-many';
      guest.filters.add(filter);
      count += 1;
      return 'added';
    },
    remove: (guest, filters) => {
      for (const filter of filters) if (guest.filters.delete(filter)) count -= 1;
    },
  };
}

function mostOf({ role }: Guest): number {
  return role.kind === 'device' ? MAX_FILTERS_OF_DEVICE : MAX_FILTERS_OF_SHARED;
}
