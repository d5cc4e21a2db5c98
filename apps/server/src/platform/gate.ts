/** Lets few in at once for each key; others wait a while for their turn. */
export type Gate = {
  /** Resolves to what lets the next one in, to be called once; or to undefined when too many wait, or for too long. */
  enter: (key: string) => Promise<(() => void) | undefined>;
};

type Queue = { inside: number; waiting: (() => void)[] };

/** `waitMs`: how long one waits at most. */
export function createGate(options: { atOnce: number; waitingAtMost: number; waitMs: number }): Gate {
  const queues = new Map<string, Queue>();

  const leave = (key: string, queue: Queue) => {
    const next = queue.waiting.shift();
    if (next) return next();
    queue.inside -= 1;
    if (queue.inside === 0) queues.delete(key);
  };
  const waitForTurn = (queue: Queue) =>
    new Promise<boolean>((resolve) => {
      const mayEnter = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        queue.waiting.splice(queue.waiting.indexOf(mayEnter), 1);
        resolve(false);
      }, options.waitMs);
      queue.waiting.push(mayEnter);
    });

  return {
    enter: async (key) => {
      const queue = queues.get(key) ?? { inside: 0, waiting: [] };
      queues.set(key, queue);
      if (queue.inside < options.atOnce) queue.inside += 1;
      else if (queue.waiting.length >= options.waitingAtMost || !(await waitForTurn(queue))) return undefined;
      let isInside = true;
      return () => {
        if (isInside) leave(key, queue);
        isInside = false;
      };
    },
  };
}
