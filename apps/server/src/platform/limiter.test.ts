import { until } from '@semaforo/testing/until';
import { expect, test } from 'vitest';
import { createLimiter } from './limiter.ts';

/** Work that ends when it is told to. */
function createWork() {
  const started: number[] = [];
  const ends: ((failed?: boolean) => void)[] = [];
  const work = (index: number) => () =>
    new Promise<number>((resolve, reject) => {
      started.push(index);
      ends[index] = (failed) => (failed ? reject(new Error('failed')) : resolve(index));
    });
  return { started, work, end: (index: number, failed = false) => ends[index]?.(failed) };
}

test('at most the given number of jobs runs at once, and the others follow in order', async () => {
  const { started, work, end } = createWork();
  const limiter = createLimiter(2);
  for (const index of [0, 1, 2, 3]) void limiter.run(work(index));
  expect(started).toEqual([0, 1]);
  end(1);
  await until('the third has started', () => started.length > 2);
  expect(started).toEqual([0, 1, 2]);
  end(0);
  await until('the fourth has started', () => started.length > 3);
  expect(started).toEqual([0, 1, 2, 3]);
});

test('a job that fails frees its place', async () => {
  const { work, end } = createWork();
  const limiter = createLimiter(1);
  const failing = limiter.run(work(0));
  const following = limiter.run(() => Promise.resolve('done'));
  end(0, true);
  await expect(failing).rejects.toThrow('failed');
  await expect(following).resolves.toBe('done');
});
