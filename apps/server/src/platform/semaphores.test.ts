import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSemaphores } from './semaphores.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function createTwoAtOnce() {
  const semaphores = createSemaphores();
  return (key: string) => semaphores.waitFor([{ key, most: 2 }], { waitingAtMost: 2, waitMs: 1000 });
}

test('a semaphore lets two in at once for each key, and others as they leave, in their order', async () => {
  const enter = createTwoAtOnce();
  const first = await enter('mario');
  await enter('mario');
  const order: string[] = [];
  const third = enter('mario').then((leave) => leave && order.push('third'));
  const fourth = enter('mario').then((leave) => leave && order.push('fourth'));
  expect(await enter('vera')).toBeDefined();
  expect(order).toEqual([]);
  first?.();
  first?.();
  await third;
  expect(order).toEqual(['third']);
  await vi.advanceTimersByTimeAsync(1000);
  await fourth;
  expect(order).toEqual(['third']);
});

test('a semaphore turns away who comes when too many wait, and who has waited too long', async () => {
  const enter = createTwoAtOnce();
  const leave = [await enter('mario'), await enter('mario')];
  const waiting = [enter('mario'), enter('mario')];
  expect(await enter('mario')).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1000);
  expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
  for (const one of leave) one?.();
  expect(await enter('mario')).toBeDefined();
});

test('several places are taken together or not at all', () => {
  const semaphores = createSemaphores();
  const network = (key: string) => [
    { key: 'all', most: 3 },
    { key, most: 1 },
  ];
  const leave = semaphores.take(network('a'));
  expect(leave).toBeDefined();
  expect([semaphores.take(network('a')), semaphores.hasRoom([{ key: 'all', most: 2 }])]).toEqual([
    undefined,
    true,
  ]);
  leave?.();
  expect(semaphores.take(network('a'))).toBeDefined();
});
