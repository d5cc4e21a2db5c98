import { expect, test } from 'vitest';
import { createFifo } from './fifo.ts';

test('what came first is taken first, also when more comes meanwhile', () => {
  const fifo = createFifo<number>();
  expect(fifo.take()).toBeUndefined();
  fifo.add(1);
  fifo.add(2);
  expect(fifo.take()).toBe(1);
  fifo.add(3);
  expect([fifo.take(), fifo.take(), fifo.take()]).toEqual([2, 3, undefined]);
});
