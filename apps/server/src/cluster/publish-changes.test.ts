import { expect, test } from 'vitest';
import { createPublishChanges } from './publish-changes.ts';

test('what changes during a commit is published after the next, which has it', async () => {
  const commits: (() => void)[] = [];
  const published: number[][] = [];
  const stored = () => new Promise<void>((resolve) => commits.push(resolve));
  const changed = createPublishChanges(stored, (ids) => published.push(ids));
  const end = async (commitNumber: number) => {
    commits[commitNumber - 1]?.();
    await Promise.resolve();
    await Promise.resolve();
  };

  changed(1);
  changed(2);
  await end(1);
  expect(published).toEqual([[1]]);
  changed(3);
  await end(2);
  expect(published).toEqual([[1], [2]]);
  await end(3);
  expect(published).toEqual([[1], [2], [3]]);
  changed(3);
  await end(4);
  expect(published.at(-1)).toEqual([3]);
});
