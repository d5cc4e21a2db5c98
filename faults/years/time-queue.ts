import type { SimulatedProcess } from './simulated-process.ts';

/** Something that waits for its time (ms). What is due at the same time runs in the order of `turn`. */
export type Waiting = {
  at: number;
  turn: number;
  run: () => void;
  owner: SimulatedProcess | undefined;
  isOver: boolean;
};

const isBefore = (one: Waiting, other: Waiting) =>
  one.at === other.at ? one.turn < other.turn : one.at < other.at;

/** What waits, the soonest first: a binary heap. */
export function createTimeQueue() {
  const heap: Waiting[] = [];
  const rise = (waiting: Waiting, from: number) => {
    let index = from;
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || !isBefore(waiting, parent)) break;
      heap[index] = parent;
      index = above;
    }
    heap[index] = waiting;
  };
  const sink = (waiting: Waiting) => {
    let index = 0;
    for (;;) {
      const [left, right] = [heap[2 * index + 1], heap[2 * index + 2]];
      const child = left && right && isBefore(right, left) ? right : left;
      if (child === undefined || !isBefore(child, waiting)) break;
      heap[index] = child;
      index = 2 * index + (child === right ? 2 : 1);
    }
    heap[index] = waiting;
  };
  const take = () => {
    const [first] = heap;
    const last = heap.pop();
    if (last !== undefined && heap.length > 0) sink(last);
    return first;
  };
  const isGone = ({ isOver, owner }: Waiting) => isOver || owner?.isAlive() === false;
  const first = () => {
    while (heap[0] && isGone(heap[0])) take();
    return heap[0];
  };
  return {
    size: () => heap.length,
    add: (waiting: Waiting) => {
      heap.push(waiting);
      rise(waiting, heap.length - 1);
    },
    first,
    /** Takes all that are due then. */
    takeUntil: (at: number) => {
      const due: Waiting[] = [];
      for (let next = first(); next && next.at <= at; next = first()) {
        take();
        due.push(next);
      }
      return due;
    },
  };
}

export type TimeQueue = ReturnType<typeof createTimeQueue>;
