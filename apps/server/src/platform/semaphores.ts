/** Where one is counted, and how many there may be. */
export type Place = { key: string; most: number };

/**
 * How many there are under each key. One takes its places at several keys together or not at all, which a queue for
 * each key (p-limit) cannot do.
 */
export type Semaphores = {
  /** Whether one more has room at all these places. */
  hasRoom: (places: readonly Place[]) => boolean;
  /** One more at all these places; returns what ends it, or undefined when one of them is full. */
  take: (places: readonly Place[]) => (() => void) | undefined;
  /**
   * The same, at once or when there is room; undefined when that takes too long, or too many wait for the first of the
   * places.
   */
  waitFor: (
    places: readonly [Place, ...Place[]],
    limits: { waitingAtMost: number; waitMs: number },
  ) => Promise<(() => void) | undefined>;
};

/** Counts from nothing. What ends a count may be called as often as one likes. */
export function createSemaphores(): Semaphores {
  const counts = new Map<string, number>();
  /** By their first place, in the order in which they came; each returns true once it found room. */
  const queues = new Map<string, Set<() => boolean>>();
  const hasRoom = (places: readonly Place[]) =>
    places.every(({ key, most }) => (counts.get(key) ?? 0) < most);
  const add = (places: readonly Place[], change: number) => {
    for (const { key } of places) {
      const count = (counts.get(key) ?? 0) + change;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    }
  };
  const remove = (key: string, enters: () => boolean) => {
    const queue = queues.get(key);
    queue?.delete(enters);
    if (queue?.size === 0) queues.delete(key);
  };
  const take = (places: readonly Place[]): (() => void) | undefined => {
    if (!hasRoom(places)) return undefined;
    add(places, 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      add(places, -1);
      const key = places[0]?.key ?? '';
      for (const enters of queues.get(key) ?? []) if (enters()) remove(key, enters);
    };
  };
  return {
    hasRoom,
    take,
    waitFor: (places, { waitingAtMost, waitMs }) =>
      new Promise((resolve) => {
        const [{ key }] = places;
        const queue = queues.get(key) ?? new Set();
        const atOnce = take(places);
        if (atOnce || queue.size >= waitingAtMost) return resolve(atOnce);
        const enters = () => {
          const end = take(places);
          if (!end) return false;
          clearTimeout(timer);
          resolve(end);
          return true;
        };
        const timer = setTimeout(() => {
          remove(key, enters);
          resolve(undefined);
        }, waitMs);
        queues.set(key, queue.add(enters));
      }),
  };
}
