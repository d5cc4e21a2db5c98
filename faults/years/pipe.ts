import { world } from './simulated-host.ts';

/** What is due at the same time runs in any order: so far apart it keeps its own. */
const IN_ORDER_MS = 0.001;

/** One direction of a connection: what is sent arrives later, and in its order. */
export function createPipe(latencyMs: () => number) {
  let lastAt = 0;
  let isCut = false;
  let isFrozen = false;
  return {
    send: (arrive: () => void) => {
      if (isCut || isFrozen) return;
      lastAt = Math.max(lastAt + IN_ORDER_MS, world.elapsed() + latencyMs());
      world.after(lastAt - world.elapsed(), () => {
        if (!isCut) arrive();
      });
    },
    /** Nothing arrives any more. */
    cut: () => {
      isCut = true;
    },
    /** What is sent from now on is lost; what is under way arrives, or is lost too. */
    freeze: (arrives: boolean) => {
      isFrozen = true;
      isCut ||= !arrives;
    },
  };
}

export type Pipe = ReturnType<typeof createPipe>;
