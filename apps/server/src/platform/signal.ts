/** Something that many wait for and that happens again and again. */
export type Signal = {
  /** Resolves when it happens next. */
  next: () => Promise<void>;
  fire: () => void;
};

export function createSignal(): Signal {
  let waiting: Promise<void> | undefined;
  let wake: () => void = () => {};
  return {
    next: () => {
      waiting ??= new Promise((resolve) => {
        wake = resolve;
      });
      return waiting;
    },
    fire: () => {
      waiting = undefined;
      wake();
    },
  };
}
