// Years of a Comune in minutes: the real server on a simulated host, from a seed (docs/simulation.md).
// `npm run faults -- years [--years 1] [--seed 1] [--days 365] [--without NAME]… [--coverage]`: so many seeds.
// `npm run faults -- years --seed 1 [--until DAYS] --journal | --shrink`: one of them, line by line, or made small.
import { parseArgs } from 'node:util';
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
    /** The number of a fault that is put into what runs. */
    mutation: { type: 'string' },
  },
});
const print = (line: string) => console.log(line);
const days = Number(values.until ?? values.days);
const { without, coverage } = values;
const mutation = values.mutation === undefined ? undefined : Number(values.mutation);
const options = { seed: Number(values.seed), days, without, ...(mutation !== undefined && { mutation }) };

if (values.journal) {
  await runSeed({ ...options, journal: true });
} else if (values.shrink) {
  for (const line of await shrink(options, print)) print(line);
} else {
  const violated = await runSeeds({ ...options, coverage }, { many: Number(values.years), print });
  process.exitCode = violated === 0 ? 0 : 1;
}
