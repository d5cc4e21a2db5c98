// The call at night: rounds in each of which an alarm opens and a random part dies (the server of a channel, all of
// them, the process, the database). Within three minutes of simulated time a person is reached, or the page of the
// alarm says who was not, and why. `tsx faults/night.fault.ts [--rounds 1000] [--seed 1]`.
import { parseArgs } from 'node:util';
import { runNight } from './night/run-night.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
});
const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
const begun = Date.now();
const { reached, latest, byPart, violations } = await runNight({ rounds, seed });
console.log(
  `${rounds} rounds, seed ${seed}: a person was reached in ${reached}, at the latest after ${latest / 1000} s; ` +
    `in the others the page says who was not; ${violations.length} violations; ` +
    `${Math.round((Date.now() - begun) / 1000)} s`,
);
for (const [part, counts] of Object.entries(byPart))
  console.log(`  ${part}: reached in ${counts.reached} of ${counts.rounds}`);
for (const violation of violations) console.log(`VIOLATION ${violation}`);
if (violations.length > 0) process.exitCode = 1;
