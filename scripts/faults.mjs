// Runs the long tests that break things on purpose, one after the other, each in its own process. Each prints its
// summary. `npm run faults [-- NAME [OPTIONS]]`: all of them, or the one with that name and its options.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './prepare.mjs';
import { run } from './run.mjs';

const ENDING = '.fault.ts';
const names = readdirSync(join(import.meta.dirname, '../faults'))
  .filter((name) => name.endsWith(ENDING))
  .map((name) => name.slice(0, -ENDING.length))
  .sort();
const [asked, ...options] = process.argv.slice(2);
if (asked !== undefined && !names.includes(asked)) {
  console.error(`Non c'è ${asked}: ${names.join(', ')}`);
  process.exit(1);
}

await ensureBuilt();
for (const name of asked === undefined ? names : [asked]) {
  const { code } = await run('tsx', [`faults/${name}${ENDING}`, ...options], { inherit: true });
  if (code !== 0) process.exitCode = code;
}
