// One process of the simulation: a seed, for some days. Prints what came of it as one line of JSON.
import { parseArgs } from 'node:util';
import { mutateSource } from '../mutations/mutate-source.ts';
import { MUTATIONS } from '../mutations/mutations.ts';
import { watchHeart } from './heart-coverage.ts';
import { installHost, refuseTheRest } from './simulated-host.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    days: { type: 'string', default: '365' },
    without: { type: 'string', multiple: true, default: [] },
    journal: { type: 'boolean', default: false },
    coverage: { type: 'boolean', default: false },
    mutation: { type: 'string' },
  },
});
const mutation = MUTATIONS[Number(values.mutation ?? Number.NaN)];
if (mutation) mutateSource(mutation);
const readUnrun = values.coverage ? watchHeart() : () => ({});
const begunAt = process.hrtime.bigint();
installHost({ seed: Number(values.seed), startsAt: Date.UTC(2026, 0, 1) });
// Only now: whatever they load must find the simulated host.
const { EndedError, installDisk } = await import('./simulated-disk.ts');
installDisk();
process.on('unhandledRejection', (error) => {
  if (!(error instanceof EndedError)) throw error;
});
const { simulate } = await import('./simulate.ts');
refuseTheRest();
const simulated = await simulate({
  seed: Number(values.seed),
  days: Number(values.days),
  without: new Set(values.without),
  print: values.journal,
});
const seconds = Math.round(Number(process.hrtime.bigint() - begunAt) / 1e8) / 10;
process.stdout.write(`${JSON.stringify({ ...simulated, unrun: readUnrun(), seconds })}\n`);
process.exit(0);
