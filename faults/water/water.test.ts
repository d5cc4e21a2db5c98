import { expect, test } from 'vitest';
import { judgeSites } from './judge-series.ts';

test('in a year of three sites no flood is missed, and rosso is not false once a year', () => {
  const { floods, missed, falseRossi, silences, faults } = judgeSites({ seed: 7, sites: 3, days: 365 });
  expect(floods).toBeGreaterThan(5);
  expect(silences).toBeGreaterThan(10);
  expect(faults).toBeGreaterThan(10);
  expect(missed).toEqual([]);
  expect(falseRossi.length).toBeLessThan(3);
});
