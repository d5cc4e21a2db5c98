/** Lets few in at once for each key; others wait a while for their turn. */
export type Gate = {
  /** Resolves to what lets the next one in, to be called once; or to undefined when too many wait, or for too long. */
  enter: (key: string) => Promise<(() => void) | undefined>;
};

type Queue = { inside: number; waiting: (() => void)[] };

/**
 * `atOnce` and `waitingAtMost` are of each key, `atOnceInAll` of all of them, which then have their turns one after the
 * other, however many wait for one of them. `waitMs`: how long one waits at most.
 */
export function createGate(options: {
  atOnce: number;
  atOnceInAll?: number;
  waitingAtMost: number;
  waitMs: number;
}): Gate {
  const { atOnce, atOnceInAll = Number.POSITIVE_INFINITY } = options;
  /** Those whose turn is next come first. */
  const queues = new Map<string, Queue>();
  let inside = 0;

  const hasRoom = (queue: Queue) => inside < atOnceInAll && queue.inside < atOnce;
  const letIn = (key: string, queue: Queue) => {
    queue.inside += 1;
    inside += 1;
    queues.delete(key);
    queues.set(key, queue);
  };
  const forget = (key: string, { inside: own, waiting }: Queue) => {
    if (own === 0 && waiting.length === 0) queues.delete(key);
  };
  const leave = (key: string, queue: Queue) => {
    queue.inside -= 1;
    inside -= 1;
    // Whoever is let in goes to the end of the map, and so is looked at again.
    for (const [other, waits] of queues) {
      if (inside >= atOnceInAll) break;
      if (!hasRoom(waits)) continue;
      const next = waits.waiting.shift();
      if (!next) continue;
      letIn(other, waits);
      next();
    }
    forget(key, queue);
  };
  const waitForTurn = (key: string, queue: Queue) =>
    new Promise<boolean>((resolve) => {
      const mayEnter = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        queue.waiting.splice(queue.waiting.indexOf(mayEnter), 1);
        forget(key, queue);
        resolve(false);
      }, options.waitMs);
      queue.waiting.push(mayEnter);
    });

  return {
    enter: async (key) => {
      const queue = queues.get(key) ?? { inside: 0, waiting: [] };
      queues.set(key, queue);
      if (hasRoom(queue)) letIn(key, queue);
      else if (queue.waiting.length >= options.waitingAtMost) {
        forget(key, queue);
        return undefined;
      } else if (!(await waitForTurn(key, queue))) return undefined;
      let isInside = true;
      return () => {
        if (isInside) leave(key, queue);
        isInside = false;
      };
    },
  };
}
