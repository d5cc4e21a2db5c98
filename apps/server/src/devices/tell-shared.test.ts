import { expect, test } from 'vitest';
import { createTellShared } from './tell-shared.ts';

test('what changes during a commit is told after the next, which has it', async () => {
  const commits: (() => void)[] = [];
  const told: number[][] = [];
  const commit = { stored: () => new Promise<void>((resolve) => commits.push(resolve)) };
  const changed = createTellShared({ commit, tell: (ids) => told.push(ids) });
  const end = async (commitNumber: number) => {
    commits[commitNumber - 1]?.();
    await Promise.resolve();
    await Promise.resolve();
  };

  changed(1);
  changed(2);
  await end(1);
  expect(told).toEqual([[1]]);
  changed(3);
  await end(2);
  expect(told).toEqual([[1], [2]]);
  await end(3);
  expect(told).toEqual([[1], [2], [3]]);
  changed(3);
  await end(4);
  expect(told.at(-1)).toEqual([3]);
});
