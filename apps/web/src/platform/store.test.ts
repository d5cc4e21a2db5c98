import { expect, test, vi } from 'vitest';
import { createStore } from './store.ts';

test('a listener is called after each change until it stops', () => {
  const store = createStore(1);
  const seen: number[] = [];
  const stop = store.subscribe(() => seen.push(store.get()));
  store.set(2);
  stop();
  store.set(3);
  expect(seen).toEqual([2]);
  expect(store.get()).toBe(3);
});

test('a store starts with its first listener and stops after its last', () => {
  const stopped = vi.fn();
  const start = vi.fn(() => stopped);
  const store = createStore(0, start);
  const [stopFirst, stopSecond] = [store.subscribe(() => {}), store.subscribe(() => {})];
  expect(start).toHaveBeenCalledTimes(1);
  stopFirst();
  expect(stopped).not.toHaveBeenCalled();
  stopSecond();
  expect(stopped).toHaveBeenCalledTimes(1);
  store.subscribe(() => {});
  expect(start).toHaveBeenCalledTimes(2);
});
