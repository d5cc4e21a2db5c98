/** Something that waits for its time (ms). What is due at the same time runs in the order of `turn`. */
export type Waiting = {
  at: number;
  turn: number;
  run: () => void;
  owner: Owner | undefined;
  isOver: boolean;
};

/** The process whose it is. `held`: while that is suspended, what it will do once it goes on. */
type Owner = { isAlive: () => boolean; held: Waiting[] | undefined };

const isAfter = (one: Waiting, other: Waiting) => one.at - other.at || one.turn - other.turn;

/** What waits, the soonest last. */
export function createTimeQueue() {
  const waiting: Waiting[] = [];
  const isGone = ({ isOver, owner }: Waiting) => isOver || owner?.isAlive() === false;
  const first = () => {
    for (let last = waiting.at(-1); last && isGone(last); last = waiting.at(-1)) waiting.pop();
    return waiting.at(-1);
  };
  return {
    size: () => waiting.length,
    add: (added: Waiting) => {
      let [from, to] = [0, waiting.length];
      while (from < to) {
        const middle = (from + to) >> 1;
        const other = waiting[middle];
        if (other && isAfter(other, added) > 0) from = middle + 1;
        else to = middle;
      }
      waiting.splice(from, 0, added);
    },
    first,
    /** Takes all that are due then. */
    takeUntil: (at: number) => {
      const due: Waiting[] = [];
      for (let next = first(); next && next.at <= at; next = first()) {
        waiting.pop();
        due.push(next);
      }
      return due;
    },
  };
}

export type TimeQueue = ReturnType<typeof createTimeQueue>;
