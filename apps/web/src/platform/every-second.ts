import { createStore } from './store.ts';

const seconds = createStore(0, (store) => {
  const timer = setInterval(() => store.set(store.get() + 1), 1_000);
  return () => clearInterval(timer);
});

/** Calls the listener every second, by one timer for the whole page. Returns the function that stops it. */
export const everySecond = seconds.subscribe;
