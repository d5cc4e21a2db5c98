import { createFifo } from '../../platform/fifo.ts';

/** The reports that the broker has taken in and not handed on to the server yet. */
export type ForwardingQueue = {
  /** A report was taken in; call what is returned when the server was sent it. */
  takeIn: () => () => void;
  /** Calls `then` once all that was taken in before is handed on, in the order of the calls; at once if it is. */
  afterEarlier: (then: () => void) => void;
  /** The server is gone: it is not sent what was taken in for it. */
  forget: () => void;
};

export function createForwardingQueue(): ForwardingQueue {
  const open = new Set<number>();
  const waiting = createFifo<{ before: number; then: () => void }>();
  let count = 0;
  /** None before it is open. The first of a set is no short way to it: V8 passes over all that was deleted there. */
  let oldest = 0;

  const goOn = () => {
    while (oldest < count && !open.has(oldest)) oldest += 1;
    while ((waiting.peek()?.before ?? Number.POSITIVE_INFINITY) <= oldest) waiting.take()?.then();
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
      waiting.add({ before: count, then });
      goOn();
    },
    forget: () => {
      open.clear();
      goOn();
    },
  };
}
