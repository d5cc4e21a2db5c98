import { hasCompiler } from '@semaforo/testing/firmware';
import { expect, test } from 'vitest';
import { openPlaces } from './truth/place.ts';
import { runRound } from './truth/run-round.ts';

/** In its first round the server is killed just after an answer; the networks of browsers and broker fall silent. */
const SEED = 222;

test('whatever fails in a round, nothing is shown, stored or told that the devices did not say', async () => {
  const places = await openPlaces('embedded');
  if (!places) throw new Error('the embedded setup needs nothing');
  const options = { seed: SEED, round: 1, setup: 'embedded' as const, durationMs: 12_000 };
  const { violations, deliveries, messages, boards } = await runRound(options, await places.next());
  expect(violations).toEqual([]);
  expect(boards > 0).toBe(hasCompiler());
  expect(deliveries).toBeGreaterThan(0);
  // How many pages are compared depends on how busy the machine is.
  expect(messages).toBeGreaterThan(0);
});
