/** The reports that the broker has taken in and not handed on to the server yet. */
export type HandedOn = {
  /** A report was taken in; call what is returned when the server was sent it. */
  takeIn: () => () => void;
  /** Calls `then` once all that was taken in before is handed on, in the order of the calls; at once if it is. */
  afterEarlier: (then: () => void) => void;
  /** The server is gone: it is not sent what was taken in for it. */
  forget: () => void;
};

export function createHandedOn(): HandedOn {
  /** In the order in which they were taken in. */
  const open = new Set<number>();
  const waiting: { before: number; then: () => void }[] = [];
  let count = 0;

  const goOn = () => {
    const [oldest = Number.POSITIVE_INFINITY] = open;
    while (waiting[0] && waiting[0].before <= oldest) waiting.shift()?.then();
  };
  return {
    takeIn: () => {
      const number = count;
      count += 1;
      open.add(number);
      return () => {
        if (open.delete(number)) goOn();
      };
    },
    afterEarlier: (then) => {
      waiting.push({ before: count, then });
      goOn();
    },
    forget: () => {
      open.clear();
      goOn();
    },
  };
}
