import { expect, test } from 'vitest';
import { askTogether } from './ask-together.ts';

test('what is asked in one turn is read at once, and what is asked later is read again', async () => {
  const readings: number[][] = [];
  const ask = askTogether((numbers: readonly number[]) => {
    readings.push([...numbers]);
    return Promise.resolve(new Map(numbers.map((number) => [number, number * 10])));
  });
  const askAfter = async (number: number, hops: number) => {
    for (let hop = 0; hop < hops; hop += 1) await Promise.resolve();
    return (await ask(number)).get(number);
  };
  expect(await Promise.all([askAfter(1, 0), askAfter(2, 5), askAfter(3, 40)])).toEqual([10, 20, 30]);
  expect(await askAfter(1, 0)).toBe(10);
  expect(readings).toEqual([[1, 2, 3], [1]]);
});

test('a reading that fails fails for all that asked, and for no one after them', async () => {
  let isBroken = true;
  const ask = askTogether(() =>
    isBroken ? Promise.reject(new Error('disk full')) : Promise.resolve('there'),
  );
  await expect(Promise.allSettled([ask(1), ask(2)])).resolves.toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ]);
  isBroken = false;
  expect(await ask(3)).toBe('there');
});
