import { describe, expect, test } from 'vitest';
import { MUTATIONS } from '../mutations/mutations.ts';
import { runSeed } from './run-seeds.ts';

/** `npm run faults -- years` takes years; what is fundamental shows within weeks. */
const DAYS = 12;

// One after the other: each takes a processor for itself.
describe('a simulated Comune', () => {
  test.for([1, 4, 7])('of seed %i is never shown, told or left anything untrue', async (seed) => {
    const { violation, lines, days, happened } = await runSeed({ seed, days: DAYS });
    expect({ violation, lines: violation ? lines : [] }).toEqual({ violation: undefined, lines: [] });
    expect(days).toBeGreaterThanOrEqual(DAYS);
    expect(Object.keys(happened).length).toBeGreaterThan(5);
  });

  test('of one seed does the same each time', async () => {
    const { digest } = await runSeed({ seed: 2, days: 4 });
    expect((await runSeed({ seed: 2, days: 4 })).digest).toBe(digest);
    expect((await runSeed({ seed: 3, days: 4 })).digest).not.toBe(digest);
  });

  test('whose server shows lamps lit that went dark is found out', async () => {
    const mutation = MUTATIONS.findIndex(({ name }) => name === 'a lamp that goes dark stays lit');
    const { violation } = await runSeed({ seed: 1, days: DAYS, mutation });
    expect(violation?.invariant).toBe('fresh-wrong');
  });
});
