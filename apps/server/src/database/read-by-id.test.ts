import { expect, test } from 'vitest';
import { readById } from './read-by-id.ts';

test.each([0, 1, 999, 1000, 1001, 2500])('%i rows are read once each, in their order', async (count) => {
  const rows = Array.from({ length: count }, (_, index) => ({ id: 3 * index + 1 }));
  let most = 0;
  const read = ({ after, limit }: { after: number; limit: number }) => {
    most = Math.max(most, limit);
    return Promise.resolve(rows.filter(({ id }) => id > after).slice(0, limit));
  };
  expect(await readById(read)).toEqual(rows);
  expect(most).toBe(1000);
});
