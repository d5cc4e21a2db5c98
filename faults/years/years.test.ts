import { describe, expect, test } from 'vitest';
import { MUTATIONS } from '../mutations/mutations.ts';
import { runSeed } from './run-seeds.ts';

/** `npm run faults -- years` takes years; what is fundamental shows within days. */
const DAYS = 6;

// One after the other: each takes a processor for itself.
describe('a simulated Comune', () => {
  const digests = new Map<number, string>();

  test.for([1, 7])('of seed %i is never shown, told or left anything untrue', async (seed) => {
    const { violation, lines, days, happened, digest } = await runSeed({ seed, days: DAYS });
    digests.set(seed, digest);
    expect({ violation, lines: violation ? lines : [] }).toEqual({ violation: undefined, lines: [] });
    expect(days).toBeGreaterThanOrEqual(DAYS);
    expect(Object.keys(happened).length).toBeGreaterThan(5);
  });

  test('of one seed does the same each time', async () => {
    expect((await runSeed({ seed: 7, days: DAYS })).digest).toBe(digests.get(7));
    expect(digests.get(1)).not.toBe(digests.get(7));
  });

  test('whose server shows lamps lit that went dark is found out', async () => {
    const mutation = MUTATIONS.findIndex(({ name }) => name === 'a lamp that goes dark stays lit');
    const { violation } = await runSeed({ seed: 1, days: 2 * DAYS, mutation });
    expect(violation?.invariant).toBe('fresh-wrong');
  });
});
