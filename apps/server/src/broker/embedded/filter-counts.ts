import {
  MAX_FILTERS_OF_DEVICE,
  MAX_FILTERS_OF_SHARED,
  MAX_FILTERS_PER_SUBSCRIBE,
  mostFilters,
} from './limits.ts';
import type { Session } from './sessions.ts';

/** Counts the filters of clients; there may be more of them the more devices are known. */
export type FilterCounts = {
  /** `too-many`: of this client or of all; `flood`: in one packet, whether or not it is granted them. */
  add: (session: Session, filter: string) => 'added' | 'too-many' | 'flood';
  remove: (session: Session, filters: Iterable<string>) => void;
};

export function createFilterCounts(countDevices: () => number): FilterCounts {
  let count = 0;
  /** All filters of a packet are asked for before anything else happens. */
  let requested = new Map<Session, number>();
  const requestedBy = (session: Session) => {
    if (requested.size === 0) {
      setImmediate(() => {
        requested = new Map();
      });
    }
    const times = (requested.get(session) ?? 0) + 1;
    requested.set(session, times);
    return times;
  };

  return {
    add: (session, filter) => {
      if (requestedBy(session) > MAX_FILTERS_PER_SUBSCRIBE) return 'flood';
      if (session.filters.has(filter)) return 'added';
      if (count >= mostFilters(countDevices()) || session.filters.size >= mostOf(session)) return 'too-many';
      session.filters.add(filter);
      count += 1;
      return 'added';
    },
    remove: (session, filters) => {
      for (const filter of filters) if (session.filters.delete(filter)) count -= 1;
    },
  };
}

function mostOf({ role }: Session): number {
  return role.kind === 'device' ? MAX_FILTERS_OF_DEVICE : MAX_FILTERS_OF_SHARED;
}
