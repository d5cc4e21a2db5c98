/** Where one is counted, and how many there may be. */
export type Place = { key: string; most: number };

/** How many there are under each key. */
export type Counts = {
  /** Whether one more has room at all these places. */
  hasRoom: (places: readonly Place[]) => boolean;
  /** One more at all these places; resolves to what ends it, or undefined when one of them is full. */
  take: (places: readonly Place[]) => (() => void) | undefined;
  /** The same once there is room; undefined when that takes too long, or too many wait. */
  waitFor: (
    places: readonly Place[],
    limits: { waitingAtMost: number; waitMs: number },
  ) => Promise<(() => void) | undefined>;
};

/** Counts from nothing. What ends a count may be called as often as one likes. */
export function createCounts(): Counts {
  const counts = new Map<string, number>();
  /** In the order in which they came; each is true once it found room. */
  const waiting = new Set<() => boolean>();
  const hasRoom = (places: readonly Place[]) =>
    places.every(({ key, most }) => (counts.get(key) ?? 0) < most);
  const add = (places: readonly Place[], change: number) => {
    for (const { key } of places) {
      const count = (counts.get(key) ?? 0) + change;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    }
  };
  const take = (places: readonly Place[]): (() => void) | undefined => {
    if (!hasRoom(places)) return undefined;
    add(places, 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      add(places, -1);
      for (const enters of waiting) if (enters()) waiting.delete(enters);
    };
  };
  return {
    hasRoom,
    take,
    waitFor: (places, { waitingAtMost, waitMs }) =>
      new Promise((resolve) => {
        if (waiting.size >= waitingAtMost) return resolve(undefined);
        const enters = () => {
          const end = take(places);
          if (!end) return false;
          clearTimeout(timer);
          resolve(end);
          return true;
        };
        const timer = setTimeout(() => {
          waiting.delete(enters);
          resolve(undefined);
        }, waitMs);
        waiting.add(enters);
      }),
  };
}
