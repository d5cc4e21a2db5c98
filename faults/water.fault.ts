// Water: years of synthetic gauges over the real machine of sites, with spikes, sticking, gaps and drift; and a flood
// during which the server is killed at each named point.
// `tsx faults/water.fault.ts [--years 5] [--sites 20] [--seed 1] [--crashes 60]`.
import { parseArgs } from 'node:util';
import { runWaterCrashes } from './water/crash-rounds.ts';
import { judgeSites } from './water/judge-series.ts';

const { values } = parseArgs({
  options: {
    years: { type: 'string', default: '5' },
    sites: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    crashes: { type: 'string', default: '60' },
  },
});
const [years, sites, seed, crashes] = [values.years, values.sites, values.seed, values.crashes].map(
  Number,
) as [number, number, number, number];
/** After a false rosso people do not believe the next one. */
const FALSE_A_YEAR_AND_SITE = 1;

const begun = Date.now();
const judged = judgeSites({ seed, sites, days: years * 365 });
const falseRate = judged.falseRossi.length / (years * sites);
console.log(
  `${sites} sites, ${years} years each, seed ${seed}: ${judged.floods} floods, ${judged.missed.length} missed, ` +
    `${falseRate.toFixed(2)} false a year and site; ${judged.silences} silences and ${judged.faults} faults named; ` +
    `${Math.round((Date.now() - begun) / 1000)} s`,
);
for (const missed of judged.missed) console.log(`MISSED ${missed}`);
for (const one of judged.falseRossi) console.log(`FALSE ${one}`);
if (judged.missed.length > 0 || falseRate >= FALSE_A_YEAR_AND_SITE) process.exitCode = 1;

if (crashes > 0) {
  const { hits, violations } = await runWaterCrashes(crashes);
  const total = [...hits.values()].reduce((sum, times) => sum + times, 0);
  console.log(`${crashes} floods with a crash, ${total} at their point: ${violations.length} violations`);
  for (const violation of violations) console.log(`VIOLATION ${violation}`);
  const neverHit = [...hits].filter(([, times]) => times === 0);
  for (const [point] of neverHit) console.log(`NEVER HIT ${point}`);
  if (violations.length > 0 || neverHit.length > 0) process.exitCode = 1;
}
