// Puts faults into the server, one at a time, and simulates years until each is found (docs/simulation.md).
// `npm run faults -- mutations [--only NUMBER]`.
import { parseArgs } from 'node:util';
import { findMutations } from './mutations/find-mutations.ts';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const only = values.only === undefined ? undefined : Number(values.only);
const missed = await findMutations((line) => console.log(line), only);
process.exitCode = missed === 0 ? 0 : 1;
