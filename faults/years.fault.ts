// Years of a Comune in minutes: the real server on a simulated host, from a seed (docs/simulation.md).
// `npm run faults -- years [--years 1] [--seed 1] [--days 365] [--without NAME]… [--coverage]`: so many seeds.
// `npm run faults -- years --seed 1 [--until DAYS] --journal | --shrink`: one of them, line by line, or made small.
// `npm run faults -- years --mutations`: finds the faults that are put into the server.
import { parseArgs } from 'node:util';
import { findMutations } from './years/find-mutations.ts';
import { runSeed, runSeeds } from './years/run-seeds.ts';
import { shrink } from './years/shrink.ts';

const { values } = parseArgs({
  options: {
    years: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    days: { type: 'string', default: '365' },
    until: { type: 'string' },
    without: { type: 'string', multiple: true, default: [] },
    journal: { type: 'boolean', default: false },
    coverage: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: false },
    mutations: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
const print = (line: string) => console.log(line);
const first = Number(values.seed);
const days = Number(values.until ?? values.days);
const { without } = values;

if (values.mutations) {
  const missed = await findMutations(print, values.only === undefined ? undefined : Number(values.only));
  process.exitCode = missed === 0 ? 0 : 1;
} else if (values.journal) {
  await runSeed({ seed: first, days, without, journal: true });
} else if (values.shrink) {
  for (const line of await shrink({ seed: first, days, without }, print)) print(line);
} else {
  const violated = await runSeeds({
    first,
    many: Number(values.years),
    days,
    without,
    coverage: values.coverage,
    print,
  });
  process.exitCode = violated === 0 ? 0 : 1;
}
