import { createFifo } from './fifo.ts';

/** Lets at most so many pieces of work run at once; the others wait in order. */
export type Limiter = { run: <T>(work: () => Promise<T>) => Promise<T> };

export function createLimiter(atOnce: number): Limiter {
  const waiting = createFifo<() => void>();
  let free = atOnce;
  const release = () => {
    const next = waiting.take();
    if (next) next();
    else free += 1;
  };
  return {
    run: async (work) => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.add(resolve));
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
